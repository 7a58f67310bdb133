/**
 * Gates: decide whether a report lets a change pass.
 *
 * @module
 */
import { type CheckResult, type Level, LEVELS, type Verdict } from "./events.ts";
import { type Report, type RunVerdict, runVerdictOf } from "./report.ts";
import { pluralize, safeLine } from "./text.ts";

/** Options of {@linkcode gateOf}. */
export interface GateOptions {
  /** The lowest level of warnings that block, beside failures; `must` for none. @default {"must"} */
  readonly level?: Level;
  /** A report whose failures do not block if they occur again. */
  readonly baseline?: Report;
  /** True if requirements of level `must` need not be judged. @default {false} */
  readonly acceptUnjudged?: boolean;
}

/** The decision of a gate. */
export interface Gate {
  /** The verdict of the run without the failures that the baseline has too. */
  readonly verdict: RunVerdict | "stale deviations";
  /** The checks that block. */
  readonly blocking: readonly CheckResult[];
  /**
   * The checks that fail only for requirements that they reported as violated in the baseline, too.
   */
  readonly baselineFailures: readonly CheckResult[];
  /** The unjudged requirements that `acceptUnjudged` or the baseline accepts. */
  readonly acceptedUnjudged: readonly string[];
  /** The declared but unsupported features that the baseline has too. */
  readonly baselineFeatures: readonly string[];
}

/**
 * Decides whether a report lets a change pass. A stale known deviation blocks every gate, as it would
 * hide the next failure.
 *
 * @param report the report to judge
 * @param options the level that blocks, and a baseline
 * @returns the decision; only the verdict `conformant` passes
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { gateOf, reportOf } from "@plumbline/plumbline/reports";
 *
 * const report = reportOf([{
 *   type: "run started", schema: 2, run: "one", suiteVersion: "0.1.0", seed: 7,
 *   at: "2026-01-01T00:00:00Z", requirements: [], checks: [],
 *   target: { url: "http://localhost:8001", dialect: "svc" },
 * }]);
 * assertEquals(gateOf(report, { level: "should" }).verdict, "aborted");
 * ```
 */
export function gateOf(report: Report, options: GateOptions = {}): Gate {
  const { level = "must", baseline, acceptUnjudged = false } = options;
  const failed = report.checks.filter((check) => isBlocking(check, report, level));
  const baselineFailures = baseline === undefined
    ? []
    : failed.filter((check) =>
      baseline.checks.some((before) => hasSameFailures(before, check, report, level))
    );
  const missing = ({ features = [] }: Pick<Report, "features">) =>
    features.filter(({ verdict }) => verdict === "fail").map(({ feature }) => feature);
  const missingBefore = missing(baseline ?? {});
  const baselineFeatures = missing(report).filter((feature) => missingBefore.includes(feature));
  const features = report.features?.filter(({ feature }) => !baselineFeatures.includes(feature));
  const blocking = failed.filter((check) => !baselineFailures.includes(check));
  const unjudgedBefore = baseline?.unjudged?.map(({ requirement }) => requirement) ?? [];
  const unjudged = report.unjudged?.filter(({ requirement }) =>
    !acceptUnjudged && !unjudgedBefore.includes(requirement)
  );
  const judged = { ...report, ...(features && { features }), ...(unjudged && { unjudged }) };
  const verdict = verdictOf(judged, blocking, baselineFailures);
  const acceptedUnjudged = (report.unjudged ?? []).filter((one) =>
    one.accepted === undefined && !unjudged!.includes(one)
  ).map(({ requirement }) => requirement);
  return { verdict, blocking, baselineFailures, baselineFeatures, acceptedUnjudged };
}

function verdictOf(
  report: Report,
  blocking: readonly CheckResult[],
  baselineFailures: readonly CheckResult[],
): Gate["verdict"] {
  if (report.verdict === "aborted" || report.verdict === "suite error") return report.verdict;
  // Whether a failure is new or known does not matter where it is repeated.
  if (report.replay !== undefined) return report.verdict;
  if (blocking.length > 0) return "not conformant";
  if (report.staleDeviations.length > 0) return "stale deviations";
  // Failures of the baseline must not hide that another check is inconclusive.
  return runVerdictOf({
    ...report,
    checks: report.checks.map((check) =>
      baselineFailures.includes(check) ? { ...check, verdict: "known deviation" } : check
    ),
  });
}

function isBlocking(check: CheckResult, report: Report, lowest: Level): boolean {
  if (check.verdict === "fail") return true;
  return check.verdict === "warn" &&
    (check.failures.length === 0
      ? isAtLeast(check.level, lowest)
      : blockingFailures(check, report, lowest).length > 0);
}

/** Returns the requirements for whose violation a check blocks. */
function blockingFailures({ failures, level }: CheckResult, report: Report, lowest: Level) {
  return failures.filter(({ verdict, requirement }) =>
    verdict === "fail" ||
    (verdict === "warn" && isAtLeast(levelOf(requirement, report) ?? level, lowest))
  ).map(({ requirement }) => requirement);
}

function isAtLeast(level: Level, lowest: Level): boolean {
  return LEVELS.indexOf(level) <= LEVELS.indexOf(lowest);
}

/** Returns the level of a requirement, as the report states it. */
function levelOf(requirement: string, { requirements }: Report): Level | undefined {
  return requirements.find(({ id }) => id === requirement)?.level;
}

function hasSameFailures(
  before: CheckResult,
  now: CheckResult,
  report: Report,
  lowest: Level,
): boolean {
  if (before.id !== now.id || !FAILED.includes(before.verdict)) return false;
  const known = before.failures.map(({ requirement }) => requirement);
  const blocking = blockingFailures(now, report, lowest);
  return blocking.length === 0
    ? known.length === 0
    : blocking.every((requirement) => known.includes(requirement));
}

const FAILED: readonly Verdict[] = ["fail", "warn", "known deviation"];

/** Returns lines for the part of the decision that the verdict of the report does not show. */
export function gateLines(
  { blocking, baselineFailures, baselineFeatures, acceptedUnjudged, verdict }: Gate,
): string[] {
  const ids = (checks: readonly CheckResult[]) => checks.map(({ id }) => safeLine(id)).join(", ");
  const warned = blocking.filter((check) => check.verdict === "warn");
  const features = baselineFeatures.map((feature) => safeLine(feature)).join(", ");
  return [
    ...(warned.length > 0 ? [`Blocked by --fail-on: ${ids(warned)}`] : []),
    ...(baselineFailures.length > 0
      ? [`Ignored, as in the baseline: ${ids(baselineFailures)}`]
      : []),
    ...(baselineFeatures.length > 0
      ? [`Ignored, as unsupported in the baseline: ${features}`]
      : []),
    ...(acceptedUnjudged.length > 0
      ? [`Accepted, although not judged: ${pluralize(acceptedUnjudged.length, "requirement")}`]
      : []),
    ...(verdict === "stale deviations"
      ? ["Blocked by stale known deviations: remove them from their file"]
      : []),
  ];
}
