/**
 * Runs source mutants: each against the checks that execute it, with several seeds.
 *
 * @module
 */
import type { TrialOptions } from "../matrix/trial.ts";
import { runTrials } from "../matrix/trial_pool.ts";
import type { Coverage } from "./coverage.ts";
import { type InstrumentedServer, serverWorker, TRIAL_WORKER } from "./instrumented_server.ts";
import type { Mark } from "./marks.ts";
import { isFound, isLower, type SourceResult, type SourceTrial, sourceTrial } from "./result.ts";
import type { SourceMutant } from "./source_mutant.ts";
import type { SourceTrialOptions } from "./trial_worker.ts";

/** How to run source mutants. */
export interface SourceRunOptions {
  readonly server: InstrumentedServer;
  readonly mutants: readonly SourceMutant[];
  readonly marks: ReadonlyMap<string, Mark>;
  readonly coverage: Coverage;
  /** Run only these checks. @default {all that execute the mutant} */
  readonly checks?: readonly string[] | undefined;
  readonly seeds: readonly number[];
  /** Cases per property. */
  readonly runs: number;
  /** End a trial at the first violation of any level, not of a `must`. @default {false} */
  readonly anyLevel?: boolean | undefined;
  /** Run only so many checks per mutant, the most promising ones. @default {Infinity} */
  readonly first?: number | undefined;
  /** Number of trials that run at once. */
  readonly jobs: number;
  /** The checks that found mutants in an earlier run, by the ids of the mutants: they run first. */
  readonly found?: ReadonlyMap<string, string> | undefined;
  /** Called after each trial, with a function that returns the results so far. */
  onResults?(results: () => SourceResult[]): void;
  /** Called after each trial. */
  onTrial(mutant: SourceMutant, trial: SourceTrial, done: number, total: number): void;
}

/** Milliseconds after which a trial is given up. */
const TIME_LIMIT = 900_000;

/** Executions of a mutant that end an endless loop: many times those of all checks together. */
const hitLimit = (hits: number) => 100 * hits + 1_000_000;

/** Runs the mutants and returns their results; marked ones are not run. */
export async function runSourceMutants(options: SourceRunOptions): Promise<SourceResult[]> {
  const { server, mutants, marks, coverage, checks, seeds, runs, jobs, onTrial } = options;
  const { anyLevel = false, first = Infinity, found = new Map() } = options;
  const tested = mutants.filter(({ id }) => !marks.has(id));
  const executing = new Map(tested.map((mutant) => {
    const all = coverage.checksOf(mutant);
    return [mutant, checks === undefined ? all : all.filter((id) => checks.includes(id))];
  }));
  // One mutant after the other: what a run has done is complete if it is ended early.
  const pairs = tested.flatMap((mutant) => seeds.map((seed) => ({ mutant, seed })));
  const all = pairs.map(({ mutant, seed }): SourceTrialOptions => ({
    subject: mutant.id,
    checks: executing.get(mutant)!,
    ...{ seed, runs, stopAtFirstKill: true, untilMust: !anyLevel },
    ...{ detectFeatures: true, shrink: false },
    server: serverWorker(server, {
      mutant: mutant.number,
      hits: String(hitLimit(coverage.hitsOf(mutant))),
    }),
  }));
  const kills = new KillCounts();
  const worst = new Map<SourceMutant, SourceTrial>();
  let done = 0;
  const shown: SourceTrial[][] = tested.map(() => []);
  const resultsOf = (): SourceResult[] =>
    mutants.flatMap((mutant): SourceResult[] => {
      const mark = marks.get(mutant.id);
      const trials = shown[tested.indexOf(mutant)] ?? [];
      if (mark === undefined && trials.length === 0) return [];
      return [{
        mutant,
        checks: executing.get(mutant) ?? [],
        trials: trials.toSorted((a, b) => a.seed - b.seed),
        ...(mark && { mark }),
      }];
    });
  await runTrials(all, {
    ...{ jobs, timeLimit: TIME_LIMIT, worker: TRIAL_WORKER },
    prepare: (given, index) => {
      const { mutant } = pairs[index]!;
      const best = kills.best(given, mutant);
      const earlier = found.get(mutant.id);
      const checks = startingWith(earlier, best.checks, first);
      // Beside others, the check that is expected to end the trial would take longer.
      const trial = { ...best, checks, ...(earlier !== undefined && { workers: 1 }) };
      const before = worst.get(mutant);
      if (before === undefined) return trial;
      // The lowest verdict of all seeds counts: another seed need not reach a higher one.
      if (isFound(before)) {
        return { ...trial, untilMust: !anyLevel && before.verdict === "must" };
      }
      done++;
      return undefined;
    },
    onTrial: (trial, index) => {
      const { mutant } = pairs[index]!;
      const result = sourceTrial(trial);
      if (result.check !== undefined) kills.count(mutant, result.check);
      const before = worst.get(mutant);
      if (before === undefined || isLower(result, before)) worst.set(mutant, result);
      shown[tested.indexOf(mutant)]!.push(result);
      onTrial(mutant, result, ++done, all.length);
      options.onResults?.(resultsOf);
    },
  });
  return resultsOf();
}

/** Returns the first checks, one of which may have to be the very first. */
function startingWith(check: string | undefined, checks: readonly string[], count: number) {
  const rest = checks.filter((id) => id !== check);
  return [...(check === undefined ? [] : [check]), ...rest].slice(0, count);
}

/** Which checks killed mutants of the same file: they run first, so that trials end early. */
class KillCounts {
  readonly #counts = new Map<string, number>();

  count({ file }: SourceMutant, check: string): void {
    for (const key of [`${file} ${check}`, check]) {
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  best(trial: TrialOptions, { file }: SourceMutant): TrialOptions {
    const scoreOf = (check: string) =>
      10 * (this.#counts.get(`${file} ${check}`) ?? 0) + (this.#counts.get(check) ?? 0);
    const scores = new Map(trial.checks.map((check) => [check, scoreOf(check)]));
    return { ...trial, checks: trial.checks.toSorted((a, b) => scores.get(b)! - scores.get(a)!) };
  }
}
