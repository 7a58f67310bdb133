/**
 * The record of which check found each mutant last, as text: a line per check, the ids of its
 * mutants after its own. It has no other facts, so that it changes only where a result does.
 *
 * @module
 */
import { mutantRecords } from "@plumbline/reports/matrix";
import type { Matrix } from "@plumbline/reports/matrix";

/** The id of the check that found a mutant last, by the id of the mutant. */
export type FoundBy = ReadonlyMap<string, string>;

/** Parses the record. */
export function parseFoundBy(text: string): FoundBy {
  return new Map(
    text.split("\n").flatMap((line) => {
      const [check = "", ...mutants] = line.split(" ").filter((word) => word !== "");
      return mutants.map((mutant) => [mutant, check] as const);
    }),
  );
}

/** Formats a record; the inverse of {@linkcode parseFoundBy}. */
export function formatFoundBy(foundBy: FoundBy): string {
  const byCheck = Map.groupBy(foundBy, ([, check]) => check);
  return [...byCheck].map(([check, entries]) =>
    `${[check, ...entries.map(([mutant]) => mutant).sort()].join(" ")}\n`
  ).sort().join("");
}

/**
 * Returns the record after a matrix, or after some of its trials. A mutant that it tried is found by
 * the check that failed for the fewest requests, where possible one that reports what the mutant
 * violates, or still by the recorded one if that did not run; the others by what found them before,
 * unless they do not exist any more.
 *
 * @param before the record so far
 * @param matrix the results
 * @param existing the ids of all mutants
 */
export function updateFoundBy(
  before: FoundBy,
  matrix: Pick<Matrix, "mutants" | "trials">,
  existing: readonly string[],
): FoundBy {
  const tried = new Map(
    mutantRecords(matrix).filter(({ trials }) => trials.length > 0)
      .map(({ mutant, trials, checks }) => {
        const kills = trials.flatMap((trial) => trial.kills);
        const namesIt = (id: string) =>
          kills.some(({ check, requirement }) =>
            check === id && mutant.breaks.includes(requirement)
          );
        const cheapest = checks.find(namesIt) ?? checks[0];
        const recorded = before.get(mutant.id);
        const keeps = cheapest !== undefined && recorded !== undefined &&
          !trials.some(({ checks }) => checks.includes(recorded));
        return [mutant.id, keeps ? recorded : cheapest];
      }),
  );
  return new Map(existing.flatMap((id) => {
    const check = tried.has(id) ? tried.get(id) : before.get(id);
    return check === undefined ? [] : [[id, check] as const];
  }));
}
