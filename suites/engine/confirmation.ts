/**
 * Repeats a failed case, to report how surely it violates each requirement.
 *
 * @module
 */
import type { Failure } from "@plumbline/reports/events";
import type { Outcome } from "./execution.ts";
import { violates } from "./property_loop.ts";
import type { RunContext } from "./run_context.ts";

/** The copies of the case that run beside a repetition, so that a race has something to meet. */
const NEIGHBOURS = 3;

/** The repetitions beside copies of a case that has never failed again. */
const MORE = 5;

/** The milliseconds after which a case is not repeated again. */
const PATIENCE = 10_000;

/** Options of the repetitions. */
export interface ConfirmationOptions extends Pick<RunContext, "limits" | "signal" | "shrinking"> {
  /** True if nothing else may run beside the case. */
  readonly isAlone?: boolean | undefined;
}

/**
 * Repeats a case that violated these requirements. Once it has not violated all of them, which a race
 * may do without other requests, the rest of the repetitions run beside copies of it.
 *
 * @returns For each requirement how often it was violated again.
 */
export async function confirm(
  requirements: readonly string[],
  again: () => Promise<Outcome>,
  { limits, signal, shrinking, isAlone = false }: ConfirmationOptions,
): Promise<ReadonlyMap<string, Failure["confirmed"]>> {
  const started = performance.now();
  const least = Math.min(limits.confirmations, shrinking.isLow ? 1 : Infinity);
  const reproduced = new Map(requirements.map((requirement) => [requirement, 0]));
  const fewest = () => Math.min(...reproduced.values());
  let attempts = 0;
  let loaded = 0;
  const isOver = () =>
    signal.aborted || attempts >= least + (isAlone || fewest() > 0 || least < 2 ? 0 : MORE) ||
    (attempts > 0 && performance.now() - started > PATIENCE);
  while (!isOver()) {
    const hasLoad = !isAlone && fewest() < attempts;
    const copies = Array.from({ length: 1 + (hasLoad ? NEIGHBOURS : 0) }, () => again());
    attempts++;
    if (hasLoad) loaded++;
    const outcomes = await Promise.all(copies);
    for (const [requirement, count] of reproduced) {
      const isAgain = outcomes.some((outcome) => violates(outcome, requirement));
      if (isAgain) reproduced.set(requirement, count + 1);
    }
  }
  return new Map([...reproduced].map(([requirement, count]) => [
    requirement,
    { attempts, reproduced: count, ...(loaded > 0 && { loaded }) },
  ]));
}
