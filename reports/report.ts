/**
 * The report of a run, derived from its events.
 *
 * @module
 */
import {
  type CheckResult,
  type FailureCause,
  type FeatureResult,
  type OthersObjects,
  type ReplaySummary,
  type RequirementSummary,
  type ResourceCount,
  type RunEvent,
  type TargetSummary,
  type TypeResult,
  type Verdict,
  VERDICTS,
} from "./events.ts";
import { byRank, causesOf } from "./causes.ts";
import { type Acceptance, type Unjudged, unjudgedOf } from "./unjudged.ts";

/** The result of a run as a whole. */
export type RunVerdict =
  /** No check failed. */
  | "conformant"
  /** At least one check failed. */
  | "not conformant"
  /**
   * No check failed, but a requirement of level `must` could not be judged, or the time limit left
   * checks out.
   */
  | "incomplete"
  /** The checks that ran are too few to decide. */
  | "inconclusive"
  /** A failed case was repeated, and failed again. */
  | "reproduced"
  /** A failed case was repeated, and did not fail. */
  | "not reproduced"
  /** The target stopped responding, or the run was interrupted. */
  | "aborted"
  /** A check threw an error of its own. */
  | "suite error";

/** A requirement with its verdict. */
export interface RequirementResult extends RequirementSummary {
  /** The worst verdict of the checks that cover it; absent if no such check was selected. */
  readonly verdict?: Verdict;
  /** The ids of those checks. */
  readonly checks: readonly string[];
}

/** A known deviation that no longer applies and must be removed from its file. */
export interface StaleDeviation {
  /** The check that was expected to fail. */
  readonly check: string;
  /** The requirement that it was expected to violate, if the deviation names one. */
  readonly requirement?: string;
  /** The reason why it no longer applies. */
  readonly why: string;
}

/** The objects on the target before and after a run. */
export interface CensusSummary {
  /** Counts before the first check. */
  readonly before: readonly ResourceCount[];
  /** Counts after the clean-up; absent if the run ended before it. */
  readonly after?: readonly ResourceCount[];
  /** Changes of objects that no run created. */
  readonly others?: OthersObjects;
}

/** The report of one run: the content of `report.json`. */
export interface Report {
  /** The version of the report format. */
  readonly schema: 2;
  /** The id of the run. */
  readonly run: string;
  /** The server under test. */
  readonly target: TargetSummary;
  /** The dialect: the spelling of API group names. */
  readonly dialect: string;
  /** The version of the suites. */
  readonly suiteVersion: string;
  /** The seed of all generated input. */
  readonly seed: number;
  /** The seeds of a hunt, which is several runs. */
  readonly seeds?: readonly number[];
  /** Cases per property; absent in reports of older versions. */
  readonly runs?: number;
  /** The start, as an RFC 3339 time. */
  readonly started: string;
  /** The end, as an RFC 3339 time. */
  readonly finished: string;
  /** Set if the run repeated one failed case. */
  readonly replay?: ReplaySummary;
  /** The result of the run as a whole. */
  readonly verdict: RunVerdict;
  /** The reason why the run ended early, if it did. */
  readonly aborted?: string;
  /** True if the target stopped responding. */
  readonly unreachable?: true;
  /** Number of checks by verdict. */
  readonly totals: Readonly<Record<Verdict, number>>;
  /** Number of requests, including set-up and clean-up. */
  readonly requests: number;
  /** What the target serves and no request reached, of a run of all checks. */
  readonly unreached?: readonly string[];
  /** The catalogue of requirements, with their verdicts. */
  readonly requirements: readonly RequirementResult[];
  /** The requirements of level `must` that could not be judged on any type, if there are any. */
  readonly unjudged?: readonly Unjudged[];
  /** What the user accepts of them, if anything. */
  readonly acceptances?: readonly Acceptance[];
  /** The optional features that the selected checks depend on. */
  readonly features?: readonly FeatureResult[];
  /** The resource types that the target lists, if the run is about them. */
  readonly types?: readonly TypeResult[];
  /** The failures and warnings, grouped by probable cause; absent if there are none. */
  readonly causes?: readonly FailureCause[];
  /** True if the time did not suffice to try all behaviours that may explain failures. */
  readonly explainedInPart?: true;
  /** The selected checks that finished. */
  readonly checks: readonly CheckResult[];
  /** The objects on the target before and after, if they were counted. */
  readonly census?: CensusSummary;
  /** The paths of objects that could not be removed from the target. */
  readonly leftBehind: readonly string[];
  /** Why they could not be removed, in a few words. */
  readonly leftReason?: string;
  /** Known deviations that no longer apply. */
  readonly staleDeviations: readonly StaleDeviation[];
}

/** The verdicts, worst first; a requirement gets the worst of its checks. */
const WORST_FIRST: readonly Verdict[] = [
  "error",
  "fail",
  "known deviation",
  "warn",
  "skipped",
  "unsupported",
  "pass",
];

/**
 * Returns the report of a run.
 *
 * @param events the events of one run, in order
 * @returns the report; its verdict is `aborted` if the last event is missing
 * @throws {TypeError} if the first event is not `run started`
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { reportOf } from "@plumbline/plumbline/reports";
 *
 * const at = "2026-01-01T00:00:00Z";
 * const report = reportOf([
 *   {
 *     type: "run started", schema: 2, run: "one", suiteVersion: "0.1.0", seed: 7, at,
 *     target: { url: "http://localhost:8001", dialect: "svc" }, requirements: [], checks: [],
 *   },
 *   { type: "run finished", at, requests: 0 },
 * ]);
 * assertEquals(report.verdict, "inconclusive");
 * ```
 */
export function reportOf(events: readonly RunEvent[]): Report {
  const [start] = events;
  if (start?.type !== "run started") {
    throw new TypeError(
      `Cannot create a report as the first event is "${start?.type}": must be "run started"`,
    );
  }
  const end = events.findLast((event) => event.type === "run finished");
  const checks = events.flatMap((event) => event.type === "check finished" ? [event.result] : [])
    .sort((a, b) => start.checks.indexOf(a.id) - start.checks.indexOf(b.id));
  const features = events.flatMap((event) =>
    event.type === "features surveyed" ? event.features : []
  );
  const types = events.flatMap((event) => event.type === "types surveyed" ? event.types : []);
  const requirements = start.requirements.map((summary) =>
    requirementResult(summary, checks, features)
  );
  const acceptances = events.flatMap((event) => {
    if (event.type !== "unjudged accepted") return [];
    const { requirement, reason } = event;
    return [{ requirement, reason }];
  });
  const unjudged = unjudgedOf({ requirements, checks, features, acceptances });
  const hunted = events.find((event) => event.type === "hunted");
  const explained = events.filter((event) => event.type === "failures explained");
  const causes = hunted?.causes.toSorted(byRank) ?? causesOf({
    checks,
    features,
    requirements,
    explained: explained.flatMap(({ causes }) => causes),
    together: explained.flatMap(({ together }) => together),
    // Reports of earlier versions have none.
    alike: explained.flatMap(({ alike = [] }) => alike),
  });
  const { replay } = start;
  const aborted = end === undefined ? "the events end before the run does" : end.aborted;
  return {
    schema: 2,
    run: start.run,
    target: start.target,
    dialect: start.target.dialect,
    suiteVersion: start.suiteVersion,
    seed: start.seed,
    ...(hunted && { seeds: hunted.seeds }),
    ...(start.runs !== undefined && { runs: start.runs }),
    started: start.at,
    finished: end?.at ?? start.at,
    ...(replay && { replay }),
    verdict: aborted === undefined
      ? runVerdictOf({ checks, features, unjudged, ...(replay && { replay }) })
      : "aborted",
    ...(aborted !== undefined && { aborted }),
    ...(end?.unreachable && { unreachable: true }),
    totals: totalsOf(checks),
    requests: end?.requests ?? 0,
    ...(end?.unreached && { unreached: end.unreached }),
    requirements,
    ...(unjudged.length > 0 && { unjudged }),
    ...(acceptances.length > 0 && { acceptances }),
    ...(features.length > 0 && { features }),
    ...(types.length > 0 && { types }),
    ...(causes.length > 0 && { causes }),
    ...(explained.some(({ isOutOfTime }) => isOutOfTime) && { explainedInPart: true }),
    checks,
    ...censusOf(events),
    leftBehind: events.flatMap((event) => event.type === "left behind" ? event.resources : []),
    ...leftReason(events),
    staleDeviations: events.flatMap((event) => {
      if (event.type !== "stale deviation") return [];
      const { type: _, ...deviation } = event;
      return [deviation];
    }),
  };
}

function leftReason(events: readonly RunEvent[]): Pick<Report, "leftReason"> {
  const reason =
    events.flatMap((event) => event.type === "left behind" ? event.reason ?? [] : [])[0];
  return reason === undefined ? {} : { leftReason: reason };
}

function censusOf(events: readonly RunEvent[]): { census?: CensusSummary } {
  const [before, after] = (["before", "after"] as const).map((moment) =>
    events.find((event) => event.type === "census" && event.moment === moment)
  );
  if (before?.type !== "census") return {};
  if (after?.type !== "census") return { census: { before: before.counts } };
  const { counts, others } = after;
  return { census: { before: before.counts, after: counts, ...(others && { others }) } };
}

/** Returns the verdict of a run with these checks, features and unjudged requirements. */
export function runVerdictOf(
  { checks, features = [], unjudged = [], replay }: Pick<
    Report,
    "checks" | "features" | "unjudged" | "replay"
  >,
): RunVerdict {
  const some = (...verdicts: Verdict[]) =>
    [...checks, ...features].some(({ verdict }) => verdicts.includes(verdict));
  if (some("error")) return "suite error";
  if (replay !== undefined) return replayVerdictOf(checks, replay);
  if (some("fail")) return "not conformant";
  if (checks.some(({ outOfTime }) => outOfTime !== undefined)) return "incomplete";
  // A required check without meaningful cases must not look like one that passed.
  const empty = checks.some((check) => check.level === "must" && ranEmpty(check));
  const ran = checks.some(({ verdict }) => ["pass", "warn", "known deviation"].includes(verdict));
  if (!ran || empty) return "inconclusive";
  return unjudged.every(({ accepted }) => accepted !== undefined) ? "conformant" : "incomplete";
}

/** Returns the verdict of a run that repeated one case. */
function replayVerdictOf(
  checks: readonly CheckResult[],
  { requirement }: ReplaySummary,
): RunVerdict {
  const isAgain = checks.some(({ failures }) =>
    failures.some((failure) => requirement === undefined || failure.requirement === requirement)
  );
  if (isAgain) return "reproduced";
  return checks.some(({ cases }) => cases > 0) ? "not reproduced" : "inconclusive";
}

/**
 * Returns true for a property that ran, with nearly all cases discarded. A single discarded case, as
 * of a target that keeps its history for longer than the wait, counts as skipped.
 */
function ranEmpty(check: CheckResult): boolean {
  return check.verdict === "skipped" && check.discards > 1;
}

function totalsOf(checks: readonly CheckResult[]): Record<Verdict, number> {
  const totals = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0]));
  for (const { verdict } of checks) totals[verdict] = (totals[verdict] ?? 0) + 1;
  return totals as Record<Verdict, number>;
}

function requirementResult(
  summary: RequirementSummary,
  checks: readonly CheckResult[],
  features: readonly FeatureResult[],
): RequirementResult {
  // A check may fail for a requirement that it does not list: histories are checked against all.
  const covering = checks.filter(({ requirements, failures }) =>
    requirements.includes(summary.id) ||
    failures.some(({ requirement }) => requirement === summary.id)
  );
  const verdicts = covering.map((check) => verdictFor(summary.id, check));
  const worst = features.some(({ skippedRequirements }) => skippedRequirements.includes(summary.id))
    ? "unsupported"
    : worstOf(verdicts);
  return {
    ...summary,
    ...(worst !== undefined && { verdict: worst }),
    checks: covering.map(({ id }) => id),
  };
}

/** Returns the worst of these verdicts, or undefined if there is none. */
export function worstOf(verdicts: readonly Verdict[]): Verdict | undefined {
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict));
}

/**
 * Returns the verdict of a check for one of its requirements. Of a check that failed, the others were
 * checked, unless a case could not judge something after a violation.
 */
function verdictFor(requirement: string, { verdict, failures }: CheckResult): Verdict {
  const own = failures.find((failure) => failure.requirement === requirement);
  if (own !== undefined) return own.verdict;
  if (failures.length === 0) return verdict;
  const isWhole = verdict !== "error" &&
    failures.every(({ notJudged = [] }) => notJudged.length === 0);
  return isWhole ? "pass" : "skipped";
}

/**
 * Returns a result for each failure of a check, with the verdict and the reason of that failure; the
 * result itself if the check has none or broke.
 */
export function byFailure(check: CheckResult): readonly CheckResult[] {
  const { reason: _, ...facts } = check;
  const each = check.failures.map((failure): CheckResult => ({
    ...facts,
    verdict: failure.verdict,
    reason: failure.reason ??
      `${failure.requirement}: expected ${failure.expected}, actual ${failure.actual}`,
    failures: [failure],
  }));
  const isBroken = check.verdict === "error" || each.length === 0;
  return isBroken ? [{ ...check, failures: [] }, ...each] : each;
}

/** The results of an area. */
export interface AreaResult {
  /** The name of the area. */
  readonly area: string;
  /** The checks, in the order of the report. */
  readonly checks: readonly CheckResult[];
  /** Number of checks by verdict. */
  readonly totals: Readonly<Record<Verdict, number>>;
  /** Total duration of the checks in milliseconds. */
  readonly duration: number;
}

/** Returns the areas in the order of their first checks. */
export function areasOf(checks: readonly CheckResult[]): AreaResult[] {
  return [...Map.groupBy(checks, ({ area }) => area)].map(([area, own]) => ({
    area,
    checks: own,
    totals: Object.fromEntries(
      VERDICTS.map((verdict) => [verdict, own.filter((check) => check.verdict === verdict).length]),
    ) as Record<Verdict, number>,
    duration: own.reduce((sum, { duration }) => sum + duration, 0),
  }));
}

/** Returns the checks with one of these verdicts. */
export function checksWith(
  checks: readonly CheckResult[],
  ...verdicts: readonly Verdict[]
): readonly CheckResult[] {
  return checks.filter(({ verdict }) => verdicts.includes(verdict));
}
