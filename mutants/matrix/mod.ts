/**
 * Runs the matrix: checks against the unchanged server, the benign variants and every mutant.
 *
 * @module
 */
import type {
  BenignVariantSummary,
  ChangeSummary,
  Matrix,
  MutantSummary,
  Trial,
} from "@plumbline/reports/matrix";
import { CHECKS, OPTIONAL_AREAS, OPTIONAL_CHECKS } from "@plumbline/suites/areas";
import type { Check } from "@plumbline/suites/check";
import type { FoundBy } from "./found_by.ts";
import type { TrialOptions } from "./trial.ts";
import { runTrials } from "./trial_pool.ts";

/** Options of {@linkcode runMatrix}. */
export interface MatrixOptions {
  /** Mutants to run. */
  readonly mutants: readonly MutantSummary[];
  /** Benign variants to run. */
  readonly benignVariants: readonly BenignVariantSummary[];
  /** Run the checks against the unchanged server, too. */
  readonly clean: boolean;
  /** Seeds: each mutant and variant gets one trial per seed. */
  readonly seeds: readonly number[];
  /** Cases per property. */
  readonly runs: number;
  /** Number of trials that run at once. */
  readonly jobs: number;
  /** End each trial at the first check that fails. */
  readonly stopAtFirstKill: boolean;
  /** Number of retries of a trial without a result, each with the next seed. @default {0} */
  readonly retries?: number;
  /**
   * The checks that found each mutant last. With it the matrix is short: a mutant is tried with the
   * recorded check, or those of the requirements that it violates, one by one, and with the others
   * only if none of them fails; a benign variant with the
   * checks of its area; the unchanged server not at all.
   */
  readonly foundBy?: FoundBy;
  /** Version of the suites, for the report. */
  readonly suiteVersion: string;
  /** Called when a trial ends. */
  onTrial(trial: Trial, done: number, total: number): void;
}

/** Time limit of a trial in milliseconds, after which it is considered hung. */
const TIME_LIMIT = 360_000;

/**
 * Divisor of the number of cases for benign variants, which run against all checks: most changes
 * show in every case or in none.
 */
const BENIGN_DIVISOR = 10;

const ALL_CHECKS = CHECKS.map(({ id }) => id);

/** Runs all trials and returns the matrix. */
export async function runMatrix(options: MatrixOptions): Promise<Matrix> {
  const { mutants, benignVariants, seeds, runs, jobs, stopAtFirstKill, retries = 0 } = options;
  const { foundBy } = options;
  const started = new Date().toISOString();
  const trialsOf = (
    subject: ChangeSummary | undefined,
    checks: readonly string[],
    rest: Omit<TrialOptions, "subject" | "checks" | "seed">,
  ) =>
    seeds.map((seed, index): TrialOptions => ({
      ...(subject && { subject: subject.id }),
      checks,
      seed,
      // Further seeds only measure how often a mutant is killed.
      shrink: index === 0,
      ...rest,
    }));
  const checksOfMutants = new Set(
    mutants.flatMap((mutant) => checksAgainst(mutant, checksFor(mutant))),
  );
  const green = { stopAtFirstKill: false, expectGreen: true, retries };
  const clean = options.clean && foundBy === undefined
    ? trialsOf(undefined, [...checksOfMutants], { runs, ...green })
    : [];
  const benign = benignVariants.flatMap((variant) =>
    trialsOf(variant, foundBy ? checksOfArea(variant) : ALL_CHECKS, {
      runs: Math.ceil(runs / BENIGN_DIVISOR),
      ...green,
    })
  );
  const seeded = mutants.flatMap((mutant) =>
    trialsOf(mutant, checksAgainst(mutant, checksFor(mutant)), {
      runs,
      stopAtFirstKill,
      retries,
      measuresReads: foundBy === undefined || isAboutReads(mutant),
      ...(foundBy && likelyFirst(mutant, foundBy)),
    })
  );
  const all = [...clean, ...benign, ...seeded];
  let done = 0;
  const trials = await runTrials(all, {
    jobs,
    timeLimit: TIME_LIMIT,
    onTrial: (trial) => options.onTrial(trial, ++done, all.length),
  });
  const benignEnd = clean.length + benign.length;
  return {
    schema: 1,
    suiteVersion: options.suiteVersion,
    runs,
    started,
    finished: new Date().toISOString(),
    mutants,
    benignVariants,
    clean: trials.slice(0, clean.length),
    benignTrials: trials.slice(clean.length, benignEnd),
    trials: trials.slice(benignEnd),
  };
}

/** True for a mutant with late reads, for which a run may wait once it has measured them. */
function isAboutReads({ area, breaks }: MutantSummary): boolean {
  return area === "concurrency" || breaks.some((id) => READS.test(id));
}

/** The requirements about how new the state is that a read shows. */
const READS = /^concurrency\.|^resource-versions\.(get|list)-/;

/** Returns the checks that may detect a mutant: those of an optional area only for its mutants. */
function checksFor({ area }: MutantSummary): readonly Check[] {
  return OPTIONAL_AREAS.some(({ id }) => id === area)
    ? OPTIONAL_CHECKS.filter(({ id }) => id.startsWith(`${area}/`))
    : CHECKS;
}

/** Returns the ids of the checks of a variant's area; all checks if the area has none. */
function checksOfArea({ area }: BenignVariantSummary): readonly string[] {
  const own = ALL_CHECKS.filter((id) => id.startsWith(`${area}/`));
  return own.length === 0 ? ALL_CHECKS : own;
}

/** Returns which checks to try before and after those of {@linkcode checksAgainst}. */
function likelyFirst(
  mutant: MutantSummary,
  foundBy: FoundBy,
): Pick<TrialOptions, "first" | "furthest"> {
  const all = checksFor(mutant);
  const check = foundBy.get(mutant.id);
  // A check that was renamed or removed is not tried.
  const recorded = all.filter(({ id }) => id === check);
  const first = (recorded.length > 0 ? recorded : likelyChecks(mutant, all)).map(({ id }) => id);
  const near = new Set(checksAgainst(mutant, all));
  return { first, furthest: all.map(({ id }) => id).filter((id) => !near.has(id)) };
}

/**
 * Returns the ids of the checks to run against a mutant: first those of the requirements it
 * violates, as they are the most likely to fail, then the others of its area.
 */
export function checksAgainst(mutant: MutantSummary, checks: readonly Check[]): string[] {
  const likely = likelyChecks(mutant, checks);
  const others = checks.filter((check) =>
    check.id.startsWith(`${mutant.area}/`) && !likely.includes(check)
  );
  return [...likely, ...others].map(({ id }) => id);
}

const likelyChecks = ({ breaks }: MutantSummary, checks: readonly Check[]): readonly Check[] =>
  checks.filter(({ requirements }) => requirements.some((id) => breaks.includes(id)));
