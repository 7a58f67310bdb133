/**
 * The trials: circumstances under which a run must not report a server that conforms.
 *
 * @module
 */
import { type CheckOutcome, runCheck, startCheck } from "./check_run.ts";
import { delayingProxy, pause } from "./delaying_proxy.ts";

/** The run to try. */
export interface TrialRun {
  readonly url: string;
  /** The other words for `check`. */
  readonly words: readonly string[];
  readonly runs: number;
  readonly seed: number;
}

/** Milliseconds after which a run is killed. */
const KILLED_AFTER = 10_000;

/** The trials by name. */
export const TRIALS: Readonly<Record<string, (run: TrialRun) => Promise<CheckOutcome[]>>> = {
  /** With nothing else to do. */
  calm: async (run) => [await runCheck(wordsOf(run))],

  /** Beside a process that keeps every core busy. */
  busy: async (run) => {
    const workers = Array.from(
      { length: navigator.hardwareConcurrency },
      () => new Worker(new URL("./busy_worker.ts", import.meta.url), { type: "module" }),
    );
    try {
      return [await runCheck(wordsOf(run))];
    } finally {
      for (const worker of workers) worker.terminate();
    }
  },

  /** Through a proxy that delays each request. Few cases, as each request takes long. */
  slow: async (run) => {
    await using proxy = delayingProxy(run.url);
    const runs = Math.ceil(run.runs / 10);
    return [await runCheck(wordsOf({ ...run, url: proxy.url, runs }))];
  },

  /** Beside a second run on the same server. */
  beside: async (run) =>
    await Promise.all([
      runCheck(wordsOf(run)),
      runCheck(wordsOf({ ...run, seed: run.seed + 1_000 })),
    ]),

  /** On top of what a killed run left. */
  killed: async (run) => {
    const first = startCheck(wordsOf(run));
    await Promise.race([pause(KILLED_AFTER), first.status]);
    try {
      first.kill("SIGKILL");
    } catch {
      // It ended before.
    }
    await first.status;
    return [await runCheck(wordsOf({ ...run, seed: run.seed + 2_000 }))];
  },
};

function wordsOf({ url, words, runs, seed }: TrialRun): string[] {
  return [url, ...words, "--runs", String(runs), "--seed", String(seed), "--accept-unjudged"];
}
