/**
 * A thread that runs trials, so that several run at once and one that hangs can be ended.
 *
 * @module
 */
import type { Trial } from "../../reports/matrix.ts";
import { ServerThread } from "../../suites/mod.ts";
import { runTrial, type TrialOrder } from "./trial.ts";

/** What a thread answers: the trial, or why there is none. */
export type Reply = { readonly trial: Trial } | { readonly error: string };

/** The thread's own end of the line; the compiler knows only a window's. */
const line = globalThis as unknown as {
  onmessage: ((event: MessageEvent<TrialOrder>) => void) | null;
  postMessage(reply: Reply): void;
};

/** One for all trials: to make a thread within a thread takes Deno a second, idle. */
const servers = new ServerThread();

line.onmessage = async ({ data }) => {
  try {
    line.postMessage({ trial: await runTrial(data, servers) });
  } catch (error) {
    line.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
};
