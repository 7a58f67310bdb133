/**
 * Repeats a case, to report how surely it violates each requirement. A failure is confirmed right
 * after it was found, and replayed later, in the same way.
 *
 * @module
 */
import type { Failure } from "@plumbline/reports/events";
import type { Outcome } from "./execution.ts";
import type { Limits } from "./limits.ts";
import { violates } from "./property_loop.ts";
import type { ShrinkBudget } from "./shrink_budget.ts";

/** The repetitions that run side by side, so that a race has something to meet. */
const AT_ONCE = 4;

/** The repetitions of a case that does not fail each time. */
const MOST = 20;

/** The milliseconds after which a case is not repeated again. */
const PATIENCE = { normal: 20_000, low: 3_000 } as const;

/** How to repeat a case. */
export interface RepetitionOptions {
  /** The number of repetitions. */
  readonly most: number;
  /** True if nothing else may run beside the case. */
  readonly isAlone?: boolean | undefined;
  /** Returns true if a repetition failed. */
  isFailed(outcome: Outcome): boolean;
  /** Returns true if these repetitions are enough. */
  isEnough(outcomes: readonly Outcome[]): boolean;
}

/** The repetitions of a case. */
export interface Repetitions {
  readonly outcomes: readonly Outcome[];
  /** The number of them that ran side by side. */
  readonly loaded: number;
}

/**
 * Repeats a case: alone, as long as it fails each time. Once it has not failed, which a race may do
 * without other requests, several repetitions run side by side.
 */
export async function repeat(
  again: () => Promise<Outcome>,
  { most, isAlone = false, isFailed, isEnough }: RepetitionOptions,
): Promise<Repetitions> {
  const outcomes: Outcome[] = [];
  let loaded = 0;
  while (outcomes.length < most && !isEnough(outcomes)) {
    const isSingle = isAlone || outcomes.every(isFailed);
    const count = isSingle ? 1 : Math.min(AT_ONCE, most - outcomes.length);
    if (!isSingle) loaded += count;
    outcomes.push(...await Promise.all(Array.from({ length: count }, () => again())));
  }
  return { outcomes, loaded };
}

/** Options of the repetitions that confirm a failure. */
export interface ConfirmationOptions {
  readonly limits: Pick<Limits, "confirmations">;
  /** Ends the repetitions early. */
  readonly signal: AbortSignal;
  /** The time for shrinking that is left in the run. */
  readonly shrinking: ShrinkBudget;
  /** True if nothing else may run beside the case. */
  readonly isAlone?: boolean | undefined;
  /** The number of repetitions of a case that does not fail each time. @default {20} */
  readonly most?: number | undefined;
}

/**
 * Repeats a case that violated these requirements: a few times if it violates all of them each time,
 * and more often if it does not.
 *
 * @returns For each requirement how often it was violated again.
 */
export async function confirm(
  requirements: readonly string[],
  again: () => Promise<Outcome>,
  { limits, signal, shrinking, isAlone = false, most = MOST }: ConfirmationOptions,
): Promise<ReadonlyMap<string, Failure["confirmed"]>> {
  const started = performance.now();
  const least = limits.confirmations;
  const patience = shrinking.isLow ? PATIENCE.low : PATIENCE.normal;
  const isFailed = (outcome: Outcome) => requirements.every((each) => violates(outcome, each));
  const { outcomes, loaded } = await repeat(again, {
    most: isAlone ? least : Math.max(least, most),
    isAlone,
    isFailed,
    isEnough: (outcomes) =>
      signal.aborted || outcomes.length >= least && outcomes.every(isFailed) ||
      (outcomes.length > 0 && performance.now() - started > patience),
  });
  // Races must not make a run much longer than other failures do.
  if (loaded > 0) shrinking.spend(performance.now() - started);
  return new Map(requirements.map((requirement) => [requirement, {
    attempts: outcomes.length,
    reproduced: outcomes.filter((outcome) => violates(outcome, requirement)).length,
    ...(loaded > 0 && { loaded }),
  }]));
}

/** The repetitions of a case that failed each time, which a race may do by chance. */
const LEAST = 5;

/** The numbers of repetitions that commands are printed with. */
const PRINTED = [20, 50, 100, 200] as const;

/** The probability with which the printed number of repetitions shows a failure, at least. */
const SURENESS = 0.98;

/** Returns the number of repetitions that show a failure again, by how often it was confirmed. */
export function repetitionsToShow({ attempts, reproduced }: Failure["confirmed"]): number {
  // A case that was not repeated is likely to fail as others do.
  if (attempts === 0) return PRINTED[0];
  if (reproduced === attempts) return Math.max(attempts, LEAST);
  // A little less than was seen: the rate of few repetitions is not exact.
  const rate = Math.max(reproduced - 0.5, 0) / attempts;
  return PRINTED.find((count) => 1 - (1 - rate) ** count >= SURENESS) ?? PRINTED.at(-1)!;
}
