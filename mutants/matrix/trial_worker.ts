/**
 * Worker that runs trials, so that several run at once and a hung one can be terminated.
 *
 * @module
 */
import type { Trial } from "../../reports/matrix.ts";
import { mutantThread } from "../embedded/mod.ts";
import { runTrial, type TrialOptions } from "./trial.ts";

/** Reply of the worker: the trial, or the error that prevented it. */
export type Reply = { readonly trial: Trial } | { readonly error: string };

/** Global scope of the worker; the compiler only knows that of a window. */
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<TrialOptions>) => void) | null;
  postMessage(reply: Reply): void;
};

/** Shared by all trials, because starting a nested worker takes Deno a second. */
const servers = mutantThread();

scope.onmessage = async ({ data }) => {
  try {
    scope.postMessage({ trial: await runTrial(data, servers) });
  } catch (error) {
    scope.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
};
