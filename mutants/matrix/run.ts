/**
 * Makes the matrix: the clean server, the harmless variants, and each fault.
 *
 * @module
 */
import type {
  BenignVariantSummary,
  ChangeSummary,
  Matrix,
  MutantSummary,
  Trial,
} from "../../reports/matrix.ts";
import { CHECKS } from "../../suites/mod.ts";
import { checksAgainst } from "./choose.ts";
import { runTrials } from "./pool.ts";
import type { TrialOrder } from "./trial.ts";

/** What is tried, and how. */
export interface MatrixOptions {
  /** The faults to try. */
  readonly faults: readonly MutantSummary[];
  /** The harmless variants to try. */
  readonly benign: readonly BenignVariantSummary[];
  /** Hold the clean server against all checks too. */
  readonly clean: boolean;
  /** One trial for each. */
  readonly seeds: readonly number[];
  /** Cases a property. */
  readonly runs: number;
  /** How many trials run at once. */
  readonly jobs: number;
  /** End each trial with the first check that finds something. */
  readonly first: boolean;
  /** How often a fault that was not found is tried again, each time with the next seed. @default {0} */
  readonly again?: number;
  /** The version of the suites, for the matrix. */
  readonly suiteVersion: string;
  /** Told of each trial as it ends. */
  ended(trial: Trial, done: number, due: number): void;
}

/** Milliseconds a trial may take, however slow the machine: what takes longer hangs. */
const TIME_LIMIT = 180_000;

/** Runs all trials. */
export async function makeMatrix(options: MatrixOptions): Promise<Matrix> {
  const { faults, benign, seeds, runs, jobs } = options;
  const started = new Date().toISOString();
  const order = (
    subject: ChangeSummary | undefined,
    checks: readonly string[],
    facts: Omit<TrialOrder, "subject" | "checks" | "seed">,
  ) =>
    seeds.map((seed, index): TrialOrder => ({
      ...(subject && { subject: subject.id }),
      checks,
      seed,
      // The other seeds are there to be counted.
      shrink: index === 0,
      ...facts,
    }));
  const areas = new Set(faults.flatMap((fault) => checksAgainst(fault, CHECKS)));
  const again = options.again ?? 0;
  const harmless = { first: false, harmless: true, again };
  const cleanOrders = options.clean ? order(undefined, [...areas], { runs, ...harmless }) : [];
  const benignOrders = benign.flatMap((variant) =>
    order(variant, ALL, { runs: Math.ceil(runs / BENIGN), ...harmless })
  );
  const faultOrders = faults.flatMap((fault) =>
    order(fault, checksAgainst(fault, CHECKS), { runs, first: options.first, again })
  );
  const orders = [...cleanOrders, ...benignOrders, ...faultOrders];
  let done = 0;
  const trials = await runTrials(orders, {
    jobs,
    timeLimit: TIME_LIMIT,
    ended: (trial) => options.ended(trial, ++done, orders.length),
  });
  const afterBenign = cleanOrders.length + benignOrders.length;
  return {
    schema: 1,
    suiteVersion: options.suiteVersion,
    runs,
    started,
    finished: new Date().toISOString(),
    mutants: faults,
    benignVariants: benign,
    clean: trials.slice(0, cleanOrders.length),
    benignTrials: trials.slice(cleanOrders.length, afterBenign),
    trials: trials.slice(afterBenign),
  };
}

/**
 * A harmless variant is held against every check there is, each with this part of the cases: what it
 * changes shows in most of them, or in none.
 */
const BENIGN = 10;

const ALL = CHECKS.map(({ id }) => id);
