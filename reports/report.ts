/**
 * The report of a run, and how it follows from the stream of events.
 *
 * @module
 */
import {
  type CheckResult,
  type FeatureResult,
  type Level,
  type OthersObjects,
  type RequirementSummary,
  type ResourceCount,
  type RunEvent,
  type TargetSummary,
  type Verdict,
  VERDICTS,
} from "./events.ts";

/** What became of a run as a whole. */
export type RunVerdict =
  /** Nothing that was checked is off. */
  | "conformant"
  /** At least one check failed. */
  | "not conformant"
  /** Nothing meaningful ran. */
  | "inconclusive"
  /** The target stopped answering, or somebody ended the run. */
  | "aborted"
  /** The suite itself broke. */
  | "suite broke";

/** A requirement with what became of it. */
export interface RequirementResult extends RequirementSummary {
  /** The worst verdict of the checks that hold the target to it; absent where none was due. */
  readonly verdict?: Verdict;
  /** Those checks. */
  readonly checks: readonly string[];
}

/** A known deviation that the run did not find. */
export interface StaleDeviation {
  /** The check that was to fail. */
  readonly check: string;
  /** The requirement it was to fail for, where the deviation names one. */
  readonly requirement?: string;
  /** Why the deviation was not found. */
  readonly why: string;
}

/** What lay on the target before a run and after it. */
export interface CensusSummary {
  /** Before the first check. */
  readonly before: readonly ResourceCount[];
  /** After everything was cleared away; absent where the run did not come so far. */
  readonly after?: readonly ResourceCount[];
  /** What became of what no run made. */
  readonly others?: OthersObjects;
}

/** The report of one run: what `report.json` holds. */
export interface Report {
  /** The version of this shape. */
  readonly schema: 1;
  /** The run's id. */
  readonly run: string;
  /** Who was checked. */
  readonly target: TargetSummary;
  /** How the target spells group names. */
  readonly dialect: string;
  /** The version of the suites. */
  readonly suiteVersion: string;
  /** All drawing followed from it. */
  readonly seed: number;
  /** Cases a property; absent where an older version wrote the report. */
  readonly runs?: number;
  /** RFC 3339 times. */
  readonly started: string;
  /** An RFC 3339 time. */
  readonly finished: string;
  /** What became of the run as a whole. */
  readonly verdict: RunVerdict;
  /** What ended the run before its end, where something did. */
  readonly aborted?: string;
  /** True where that was a target that no longer answered. */
  readonly unreachable?: true;
  /** How many checks have each verdict. */
  readonly totals: Readonly<Record<Verdict, number>>;
  /** Requests sent, those of setting up and clearing away included. */
  readonly requests: number;
  /** The catalogue, with what became of each requirement. */
  readonly requirements: readonly RequirementResult[];
  /** The features that a target may lack, of those that the due checks are about, if any. */
  readonly features?: readonly FeatureResult[];
  /** The checks that were due and ended. */
  readonly checks: readonly CheckResult[];
  /** What lay on the target before and after, where it was counted. */
  readonly census?: CensusSummary;
  /** Paths of what could not be removed from the target. */
  readonly leftBehind: readonly string[];
  /** Known deviations that the run did not find. */
  readonly staleDeviations: readonly StaleDeviation[];
}

/** The verdicts, worst first: what a requirement has when its checks disagree. */
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
 * Makes the report of a run from its events.
 *
 * @throws {TypeError} when the events do not begin with the start of a run
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { reportOf } from "@plumbline/plumbline/reports";
 *
 * const at = "2026-01-01T00:00:00Z";
 * const report = reportOf([
 *   {
 *     type: "run started", schema: 1, run: "one", suiteVersion: "0.1.0", seed: 7, at,
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
    throw new TypeError(`Cannot make a report as the events begin with "${start?.type}"`);
  }
  const end = events.findLast((event) => event.type === "run finished");
  const checks = events.flatMap((event) => event.type === "check finished" ? [event.result] : [])
    .sort((a, b) => start.checks.indexOf(a.id) - start.checks.indexOf(b.id));
  const features = events.flatMap((event) =>
    event.type === "features surveyed" ? event.features : []
  );
  const aborted = end === undefined ? "the events end before the run does" : end.aborted;
  return {
    schema: 1,
    run: start.run,
    target: start.target,
    dialect: start.target.dialect,
    suiteVersion: start.suiteVersion,
    seed: start.seed,
    ...(start.runs !== undefined && { runs: start.runs }),
    started: start.at,
    finished: end?.at ?? start.at,
    verdict: aborted === undefined ? runVerdictOf(checks, features) : "aborted",
    ...(aborted !== undefined && { aborted }),
    ...(end?.unreachable && { unreachable: true }),
    totals: totalsOf(checks),
    requests: end?.requests ?? 0,
    requirements: start.requirements.map((summary) => requirementResult(summary, checks, features)),
    ...(features.length > 0 && { features }),
    checks,
    ...censusOf(events),
    leftBehind: events.flatMap((event) => event.type === "left behind" ? event.resources : []),
    staleDeviations: events.flatMap((event) => {
      if (event.type !== "stale deviation") return [];
      const { type: _, ...deviation } = event;
      return [deviation];
    }),
  };
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

/** What the verdicts of the checks make of the run. */
export function runVerdictOf(
  checks: readonly CheckResult[],
  features: readonly FeatureResult[] = [],
): RunVerdict {
  const some = (...verdicts: Verdict[]) =>
    [...checks, ...features].some(({ verdict }) => verdicts.includes(verdict));
  if (some("error")) return "suite broke";
  if (some("fail")) return "not conformant";
  // A binding check that ran and could tell nothing must not look like one that passed.
  const empty = checks.some((check) => isBinding(check.level) && ranEmpty(check));
  const ran = checks.some(({ verdict }) => ["pass", "warn", "known deviation"].includes(verdict));
  return ran && !empty ? "conformant" : "inconclusive";
}

/**
 * True for a property whose cases ran, nearly all of them telling nothing. An example that could
 * not tell, as a target that kept its history for longer than was waited, is one not run.
 */
function ranEmpty(check: CheckResult): boolean {
  return check.verdict === "skipped" && check.discards > 1;
}

function isBinding(level: Level): boolean {
  return level === "must";
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
  // A check may come upon more than it says: a history is held against everything.
  const holding = checks.filter(({ requirements, failure }) =>
    requirements.includes(summary.id) || failure?.requirement === summary.id
  );
  const verdicts = holding.map((check) => verdictFor(summary.id, check));
  const worst = features.some(({ fallenAway }) => fallenAway.includes(summary.id))
    ? "unsupported"
    : worstOf(verdicts);
  return {
    ...summary,
    ...(worst !== undefined && { verdict: worst }),
    checks: holding.map(({ id }) => id),
  };
}

/** The worst of these verdicts, undefined where there is none. */
export function worstOf(verdicts: readonly Verdict[]): Verdict | undefined {
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict));
}

/** A check stops at the first requirement broken: its others were not held against the target. */
function verdictFor(requirement: string, { verdict, failure }: CheckResult): Verdict {
  return failure === undefined || failure.requirement === requirement ? verdict : "skipped";
}

/** An area of a run. */
export interface AreaResult {
  /** Its name. */
  readonly area: string;
  /** Its checks, in the order of the report. */
  readonly checks: readonly CheckResult[];
  /** How many of them have each verdict. */
  readonly totals: Readonly<Record<Verdict, number>>;
  /** Milliseconds its checks took together. */
  readonly duration: number;
}

/** The areas in the order of their first checks. */
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

/** The checks of these verdicts. */
export function checksWith(
  checks: readonly CheckResult[],
  ...verdicts: readonly Verdict[]
): readonly CheckResult[] {
  return checks.filter(({ verdict }) => verdicts.includes(verdict));
}
