/**
 * Discrepancies: what oracles return. Oracles are pure; their callers throw.
 *
 * @module
 */
import { LEVELS } from "../../reports/events.ts";
import { type RequirementId, REQUIREMENTS } from "../catalogue.ts";

/** A violated requirement, with the expected and the observed behaviour. */
export interface Discrepancy {
  readonly requirement: RequirementId;
  readonly expected: string;
  readonly actual: string;
}

/** Creates a discrepancy. */
export function discrepancy(
  requirement: RequirementId,
  expected: string,
  actual: string,
): Discrepancy {
  return { requirement, expected, actual };
}

/** Returns the discrepancy to report: the first of those with the highest level. */
export function mostSevere(discrepancies: readonly Discrepancy[]): Discrepancy | undefined {
  const rank = (each: Discrepancy) => LEVELS.indexOf(REQUIREMENTS[each.requirement].level);
  return discrepancies.toSorted((a, b) => rank(a) - rank(b))[0];
}
