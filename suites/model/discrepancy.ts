/**
 * What an oracle found wrong. Oracles are pure: they return discrepancies, who called them throws.
 *
 * @module
 */
import { LEVELS } from "../../reports/events.ts";
import { type RequirementId, REQUIREMENTS } from "../catalogue.ts";

/** One broken requirement, with what should have been and what was. */
export interface Discrepancy {
  readonly requirement: RequirementId;
  readonly expected: string;
  readonly actual: string;
}

/** Makes a discrepancy. */
export function discrepancy(
  requirement: RequirementId,
  expected: string,
  actual: string,
): Discrepancy {
  return { requirement, expected, actual };
}

/** The discrepancy to tell first: the most binding, of those the one found first. */
export function mostSevere(discrepancies: readonly Discrepancy[]): Discrepancy | undefined {
  const rank = (each: Discrepancy) => LEVELS.indexOf(REQUIREMENTS[each.requirement].level);
  return discrepancies.toSorted((a, b) => rank(a) - rank(b))[0];
}
