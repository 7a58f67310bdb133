/**
 * Requirements of level `must` that a run could not judge on any resource type.
 *
 * @module
 */
import { byReason, namedBy, type ReasonGroup } from "./by_reason.ts";
import type { CheckResult, FeatureResult, RequirementSummary, RunEvent } from "./events.ts";

/** A requirement that no check could judge, although all its checks were selected. */
export interface Unjudged {
  /** The id of the requirement. */
  readonly requirement: string;
  /** The reasons, which state what to provide. */
  readonly reasons: readonly string[];
  /** The reason why this is accepted, if it is. */
  readonly accepted?: string;
}

/** The acceptance of requirements that cannot be judged. */
export type Acceptance = Omit<Extract<RunEvent, { type: "unjudged accepted" }>, "type">;

/** The facts of a run that decide which requirements are unjudged. */
export interface JudgedFacts {
  /** The requirements with the selected checks that verify them. */
  readonly requirements: readonly (
    & Pick<RequirementSummary, "id" | "level" | "coverage">
    & { readonly checks: readonly string[] }
  )[];
  readonly checks: readonly CheckResult[];
  readonly features: readonly FeatureResult[];
  readonly acceptances: readonly Acceptance[];
}

/**
 * Returns the requirements of level `must` that no check could judge. A requirement does not count
 * if only a part of its checks was selected or had time, if its condition does not occur on the
 * target, or if it belongs to a feature that the target is declared not to support.
 */
export function unjudgedOf(
  { requirements, checks, features, acceptances }: JudgedFacts,
): Unjudged[] {
  const results = new Map(checks.map((check) => [check.id, check]));
  const undeclared = new Set(
    features.filter(({ declared }) => declared === false)
      .flatMap(({ skippedRequirements }) => skippedRequirements),
  );
  return requirements.flatMap(({ id, level, coverage, checks: ids }) => {
    if (level !== "must" || undeclared.has(id)) return [];
    // Reports of older versions do not state the coverage.
    if (coverage === undefined || ids.length === 0 || ids.length < coverage) return [];
    const covering = ids.flatMap((check) => results.get(check) ?? []);
    if (!covering.every(isOpen)) return [];
    if (covering.some(({ outOfTime }) => outOfTime !== undefined)) return [];
    const reasons = covering.filter(({ inapplicable }) => !inapplicable)
      .map(({ reason, failures: [failure] }) => reason ?? failure?.actual ?? "unknown reason");
    if (reasons.length === 0) return [];
    const accepted = acceptances.find(({ requirement }) => covers(requirement, id));
    return [{
      requirement: id,
      reasons: [...new Set(reasons)],
      ...(accepted && { accepted: accepted.reason }),
    }];
  });
}

/** Returns true for a check that could not decide: it did not run, or its requests were rejected. */
function isOpen({ verdict, failures }: CheckResult): boolean {
  return verdict === "skipped" || verdict === "unsupported" ||
    (failures.length > 0 &&
      failures.every(({ requirement }) => requirement === "exchanges.valid-request-accepted"));
}

/** Returns true if a pattern names a requirement: its id, or a prefix of it followed by `*`. */
export function covers(pattern: string, requirement: string): boolean {
  return pattern.endsWith("*")
    ? requirement.startsWith(pattern.slice(0, -1))
    : pattern === requirement;
}

/** Returns the requirements that could not be judged, by reason. */
export function unjudgedByReason(unjudged: readonly Unjudged[]): ReasonGroup<string>[] {
  return byReason(unjudged, ({ reasons }) => reasons).map(namedBy("requirement"));
}
