/**
 * Starts the embedded target with mutants installed.
 *
 * @module
 */
import type { Target } from "@plumbline/suites/client/target";
import { type EmbeddedOptions, startEmbedded } from "@plumbline/suites/embedded/embedded_target";
import { ServerThread } from "@plumbline/suites/embedded/server_thread";

const WORKER = new URL("./worker.ts", import.meta.url);

/** Options of an embedded target with mutants. */
export interface MutatedOptions extends EmbeddedOptions {
  /** Ids of mutants and benign variants. */
  readonly mutants: readonly string[];
}

/** Creates a thread for reference servers with mutants. */
export const mutantThread = (): ServerThread => new ServerThread(WORKER);

/** Starts a reference server with mutants in a thread, with a clock that can be moved. */
export function startMutated({ mutants, ...options }: MutatedOptions): Promise<Target> {
  return startEmbedded({ worker: WORKER, ...options, mutants });
}
