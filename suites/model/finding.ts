/**
 * What an oracle found wrong. Oracles are pure: they return findings, who called them throws.
 *
 * @module
 */
import { LEVELS } from "../../reports/events.ts";
import { type RequirementId, REQUIREMENTS } from "../catalogue.ts";

/** One broken requirement, with what should have been and what was. */
export interface Finding {
  readonly requirement: RequirementId;
  readonly expected: string;
  readonly actual: string;
}

/** Makes a finding. */
export function finding(requirement: RequirementId, expected: string, actual: string): Finding {
  return { requirement, expected, actual };
}

/** The finding to tell first: the most binding, of those the one found first. */
export function gravest(findings: readonly Finding[]): Finding | undefined {
  const rank = (each: Finding) => LEVELS.indexOf(REQUIREMENTS[each.requirement].level);
  return findings.toSorted((a, b) => rank(a) - rank(b))[0];
}
