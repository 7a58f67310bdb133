/**
 * Confirms what a check found with short waits for events: its cases run again with the time that it
 * asks for, so that a slow target does not fail for it.
 *
 * @module
 */
import fc from "fast-check";
import type { Outcome, Violated } from "./execution.ts";
import { type FoundFailure, violates } from "./property_loop.ts";

/** How often a case runs again that does not violate the same each time. */
const TRIES = 3;

/**
 * Repeats the cases of the failures that were found with short waits.
 *
 * @param again Runs a case with the time that it asks for.
 * @returns The failures, as the repetitions show them; undefined if one did not show again.
 */
export async function patientFailures(
  failures: readonly FoundFailure[],
  again: (input: unknown) => Promise<Outcome>,
): Promise<readonly FoundFailure[] | undefined> {
  const confirmed = new Map<FoundFailure, Violated>();
  for (const [{ isHurried }, same] of Map.groupBy(failures, ({ outcome }) => outcome)) {
    if (!isHurried) continue;
    const open = new Set(same);
    for (let tries = 0; tries < TRIES && open.size > 0; tries++) {
      const outcome = await again(fc.cloneIfNeeded(same[0]!.input));
      for (const failure of open) {
        if (!violates(outcome, failure.requirement)) continue;
        confirmed.set(failure, outcome);
        open.delete(failure);
      }
    }
    if (open.size > 0) return undefined;
  }
  return failures.map((failure) => ({
    ...failure,
    outcome: confirmed.get(failure) ?? failure.outcome,
  }));
}
