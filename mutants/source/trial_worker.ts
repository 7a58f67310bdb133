/**
 * Worker that runs trials with source mutants. Each trial gets a fresh server thread, so that
 * nothing that the server's modules remember can hide a mutant or outlive it.
 *
 * @module
 */
import { ServerThread } from "@plumbline/suites/embedded/server_thread";
import { runTrial, type TrialOptions } from "../matrix/trial.ts";
import type { Reply } from "../matrix/trial_worker.ts";

/** A trial with a source mutant, or one that measures coverage. */
export interface SourceTrialOptions extends TrialOptions {
  /** The module of the server's worker, with its parameters. */
  readonly server: string;
}

/** Global scope of the worker; the compiler only knows that of a window. */
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<SourceTrialOptions>) => void) | null;
  postMessage(reply: Reply): void;
};

scope.onmessage = async ({ data: { server, ...options } }) => {
  const thread = new ServerThread(new URL(server));
  try {
    scope.postMessage({ trial: await runTrial(options, thread) });
  } catch (error) {
    scope.postMessage({ error: error instanceof Error ? error.message : String(error) });
  } finally {
    thread.end();
  }
};
