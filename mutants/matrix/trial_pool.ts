/**
 * Runs trials on several workers.
 *
 * @module
 */
import type { Trial } from "@plumbline/reports/matrix";
import { startThread, type Thread } from "@plumbline/runtime/threads";
import type { TrialOptions } from "./trial.ts";
import type { Reply } from "./trial_worker.ts";

export type { TrialOptions };

/** Options of {@linkcode runTrials}. */
export interface PoolOptions {
  /** Number of trials that run at once. */
  readonly jobs: number;
  /** Milliseconds after which a trial is given up and its worker terminated. */
  readonly timeLimit: number;
  /** The module of the worker, which replies to trial options. @default {"./trial_worker.ts"} */
  readonly worker?: URL;
  /**
   * Called before a trial starts: returns its options as they are then known to be best, or nothing
   * if the trial need not run.
   */
  prepare?(options: TrialOptions, index: number): TrialOptions | undefined;
  /** Called when a trial ends, with its index. */
  onTrial(trial: Trial, index: number): void;
}

/** Runs the trials and returns their results in the given order, with holes for those not run. */
export async function runTrials(
  all: readonly TrialOptions[],
  pool: PoolOptions,
): Promise<Trial[]> {
  const trials: Trial[] = [];
  const killers = new Map<string, string>();
  let next = 0;
  const work = async () => {
    let worker: TrialThread | undefined;
    for (let index = next++; index < all.length; index = next++) {
      const given = all[index]!;
      const prepared = pool.prepare ? pool.prepare(given, index) : given;
      if (prepared === undefined) continue;
      const options = killerFirst(prepared, killers);
      const plan = attemptsOf(options);
      let trial: Trial;
      let attempts = 0;
      do {
        worker ??= newWorker(pool.worker);
        trial = await runWithin(pool.timeLimit, plan[attempts++]!, worker);
        // A worker that hung or crashed may do so again.
        if (trial.broken !== undefined) {
          worker.end();
          worker = undefined;
        }
      } while (isInconclusive(trial, options) && attempts < plan.length);
      const result = attempts === 1 ? trial : { ...trial, attempts };
      trials[index] = result;
      const [kill] = trial.kills;
      if (kill && options.subject !== undefined) killers.set(options.subject, kill.check);
      pool.onTrial(result, index);
    }
    worker?.end();
  };
  await Promise.all(Array.from({ length: pool.jobs }, work));
  return trials;
}

/** Moves the check that killed the mutant with an earlier seed to the front. */
function killerFirst(options: TrialOptions, killers: ReadonlyMap<string, string>): TrialOptions {
  const killer = killers.get(options.subject ?? "");
  if (killer === undefined || !options.stopAtFirstKill) return options;
  const checks = [killer, ...options.checks.filter((check) => check !== killer)];
  return { ...options, checks, workers: 1 };
}

/**
 * Returns the attempts of a trial, of which the next one runs if no check of the one before failed:
 * the likely checks one by one, the checks of the trial with one seed after the other, and those left.
 */
export function attemptsOf(options: TrialOptions): TrialOptions[] {
  const { first = [], furthest = [], retries = 0, seed } = options;
  // Nobody reads the counterexample of a bug that is found as expected.
  const alone = { ...options, checks: first, workers: 1, shrink: false };
  const withSeeds = Array.from(
    { length: retries + 1 },
    (_, index): TrialOptions => ({ ...options, seed: seed + index }),
  );
  return [
    ...first.length === 0 ? [] : [alone],
    ...withSeeds,
    ...furthest.length === 0 ? [] : [{ ...options, checks: furthest }],
  ];
}

/** A mutant may survive by bad luck; a trial without a mutant may time out on a busy machine. */
function isInconclusive(trial: Trial, { expectGreen }: TrialOptions): boolean {
  return trial.kills.length === 0 && (!expectGreen || trial.broken !== undefined);
}

type TrialThread = Thread<TrialOptions, Reply>;

function newWorker(module: URL = new URL("./trial_worker.ts", import.meta.url)): TrialThread {
  return startThread(module);
}

async function runWithin(
  limit: number,
  options: TrialOptions,
  worker: TrialThread,
): Promise<Trial> {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const timer = setTimeout(() => resolve({ error: `timed out after ${limit} ms` }), limit);
  worker.listen(resolve, ({ message }) => resolve({ error: message }));
  worker.send(options);
  try {
    const reply = await promise;
    return "trial" in reply ? reply.trial : brokenTrial(options, reply.error);
  } finally {
    clearTimeout(timer);
  }
}

function brokenTrial({ subject, seed }: TrialOptions, broken: string): Trial {
  return {
    ...(subject !== undefined && { subject }),
    seed,
    checks: [],
    kills: [],
    broken,
    duration: 0,
  };
}
