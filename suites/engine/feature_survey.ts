/**
 * Determines the optional features of a target, and the requirements that need not be met without them.
 *
 * @module
 */
import type { FeatureResult } from "@plumbline/reports/events";
import type { Check } from "../check.ts";
import {
  DEMANDED_FEATURES,
  DEMANDED_NAMES,
  type DemandedFeature,
  type DemandedName,
  type Feature,
  FEATURE_NAMES,
  FEATURES,
} from "../features.ts";
import type { CatalogueEntry } from "../area.ts";
import type { Target } from "../client/target.ts";
import { type Found, PROBES } from "./feature_probes.ts";
import type { RunContext } from "./run_context.ts";
import type { Scopes } from "./scopes.ts";

/** Options of a survey. */
export interface SurveyOptions {
  readonly target: Target;
  readonly scopes: Scopes;
  readonly requirements: Readonly<Record<string, CatalogueEntry>>;
  /** The selected checks: only their features are probed. */
  readonly checks: readonly Check[];
}

/** The features found of each target, so that it is probed once. */
const known = new WeakMap<Target, Map<Feature, Promise<Found>>>();

/** The features that are about no resource type. */
const WITHOUT_TYPES: readonly Feature[] = ["rbac", "reviews", "impersonation", "health"];

/** Unanswered requests after which no further feature is probed. */
const MAX_UNANSWERED = 2;

/** Probes every feature that the checks are about. */
export async function surveyFeatures(options: SurveyOptions): Promise<FeatureResult[]> {
  const { target, requirements, checks } = options;
  const about = new Set<string>(checks.flatMap((check) => [
    ...check.features ?? [],
    ...check.uses ?? [],
    ...check.needs?.some((need) => need.endsWith("impersonation"))
      ? ["impersonation" as const]
      : [],
    ...check.requirements.flatMap((id) => requirements[id]?.features ?? []),
  ]));
  const due = FEATURE_NAMES.filter((name) =>
    about.has(name) && (target.types?.length !== 0 || WITHOUT_TYPES.includes(name))
  );
  const results: FeatureResult[] = [];
  // Sequential, as all use the same namespaces.
  for (const feature of due) {
    const found = (target.client.unanswered ?? 0) >= MAX_UNANSWERED
      ? {
        found: "inconclusive" as const,
        seen: "not probed: the target leaves requests unanswered",
      }
      : await probe(feature, options);
    const declared = target.without?.includes(feature) ? false : target.features?.includes(feature);
    const verdict = verdictOf(declared, found);
    const isExpected = verdict === "pass" || verdict === "fail";
    results.push({
      feature,
      about: FEATURES[feature],
      ...(declared !== undefined && { declared }),
      ...found,
      verdict,
      skippedRequirements: isExpected ? [] : Object.keys(requirements)
        .filter((id) => requirements[id]!.features?.includes(feature)),
    });
  }
  return [...results, ...declaredLacks(options)];
}

/** Returns the parts of the API that the target is declared to lack; nothing is sent. */
function declaredLacks({ target, requirements, checks }: SurveyOptions): FeatureResult[] {
  const selected = new Set(checks.flatMap((check) => check.requirements));
  const parts = DEMANDED_NAMES.filter((name) => target.without?.includes(name));
  return parts.flatMap((feature): FeatureResult[] => {
    const part: DemandedFeature = DEMANDED_FEATURES[feature];
    const skipped = Object.keys(requirements).filter((id) => part.requirements.test(id));
    if (!skipped.some((id) => selected.has(id))) return [];
    return [{
      feature,
      about: part.about,
      declared: false,
      found: "absent",
      seen: part.allowedBy ?? "the specification demands it",
      verdict: part.allowedBy === undefined ? "fail" : "unsupported",
      skippedRequirements: skipped,
    }];
  });
}

/** The features and parts that are not expected of the target. */
export function lackingFeatures(
  features: readonly FeatureResult[],
): (Feature | DemandedName)[] {
  const isLacking = (name: string) =>
    features.some(({ feature, verdict }) =>
      feature === name && (verdict === "unsupported" || verdict === "warn")
    );
  return [
    ...FEATURE_NAMES.filter(isLacking),
    ...DEMANDED_NAMES.filter((name) => features.some(({ feature }) => feature === name)),
  ];
}

/** Returns the requirements of parts that the target is declared to lack, and others not to judge it by. */
export function excusedRequirements(
  { features, undecidable = new Map() }: Pick<RunContext, "features" | "undecidable">,
): ReadonlySet<string> {
  return new Set([
    ...features.filter(({ feature }) => feature in DEMANDED_FEATURES)
      .flatMap(({ skippedRequirements }) => skippedRequirements),
    ...undecidable.keys(),
  ]);
}

/** Returns why a check is unsupported: the target lacks a feature that it, or all its requirements, need. */
export function reasonToLeaveOut(
  check: Check,
  features: readonly FeatureResult[],
): string | undefined {
  const away = check.requirements.map((id) =>
    features.find(({ skippedRequirements }) => skippedRequirements.includes(id))
  );
  const lacking = lackingFeatures(features);
  const needed = features.find(({ feature, skippedRequirements }) =>
    lacking.some((name) => name === feature && check.features?.includes(name)) ||
    (feature in DEMANDED_FEATURES && isMostly(check, skippedRequirements))
  );
  const found = needed ?? (away.includes(undefined) ? undefined : away[0]);
  if (found === undefined) return undefined;
  if (found.feature in DEMANDED_FEATURES) {
    return found.declared === false
      ? `the target is declared to lack ${found.feature}`
      : `the target does not serve ${found.feature}: ${found.seen}`;
  }
  return found.declared === false
    ? `the target does not declare ${found.feature}`
    : `the target does not support ${found.feature}: ${found.seen}`;
}

/** Returns true if at least half of the requirements of a check are among these. */
function isMostly({ requirements }: Check, some: readonly string[]): boolean {
  return 2 * requirements.filter((id) => some.includes(id)).length >= requirements.length;
}

/**
 * Without a declaration all is expected that is not absent altogether; with one, what it names and
 * no more.
 */
function verdictOf(declared: boolean | undefined, { found }: Found): FeatureResult["verdict"] {
  if (declared === false) return found === "present" ? "warn" : "unsupported";
  // A request that is accepted and does something else is no way to lack a feature.
  if (found === "ignored") return "fail";
  if (found === "absent") return declared ? "fail" : "unsupported";
  return "pass";
}

function probe(feature: Feature, { target, scopes }: SurveyOptions): Promise<Found> {
  const features = known.get(target) ?? new Map<Feature, Promise<Found>>();
  known.set(target, features);
  const found = features.get(feature) ?? probeOnce(feature, scopes);
  features.set(feature, found);
  return found;
}

function probeOnce(feature: Feature, scopes: Scopes): Promise<Found> {
  return scopes.survey<Found>(
    (scope) => PROBES[feature](scope, scopes),
    ({ message }) => ({ found: "inconclusive", seen: message }),
  );
}
