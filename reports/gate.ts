/**
 * Whether a run lets a change pass.
 *
 * @module
 */
import { type CheckResult, type Level, LEVELS } from "./events.ts";
import { type Report, type RunVerdict, runVerdictOf } from "./report.ts";
import { safeLine } from "./text.ts";

/** What closes a gate. */
export interface GateOptions {
  /** How binding what is broken must be at least. @default {"must"} */
  readonly level?: Level;
  /** Only what this report did not have closes the gate. */
  readonly baseline?: Report;
}

/** What a gate decided. */
export interface Gate {
  /** What became of the run once what the gate forgives is taken off. */
  readonly verdict: RunVerdict | "stale deviations";
  /** The checks that close the gate. */
  readonly closing: readonly CheckResult[];
  /** The checks that failed as they did in the baseline. */
  readonly forgiven: readonly CheckResult[];
  /** The features that are claimed and lacking, as they were in the baseline. */
  readonly forgivenFeatures: readonly string[];
}

/**
 * Holds a report against a gate. A known deviation that must go from its file closes every gate: it
 * would hide the next failure.
 */
export function gateOf(report: Report, { level = "must", baseline }: GateOptions = {}): Gate {
  const broken = report.checks.filter((check) => isBroken(check, report, level));
  const forgiven = baseline === undefined
    ? []
    : broken.filter((check) => baseline.checks.some((before) => isSameFailure(before, check)));
  const lacking = ({ features = [] }: Pick<Report, "features">) =>
    features.filter(({ verdict }) => verdict === "fail").map(({ feature }) => feature);
  const lacked = lacking(baseline ?? {});
  const forgivenFeatures = lacking(report).filter((feature) => lacked.includes(feature));
  const features = report.features?.filter(({ feature }) => !forgivenFeatures.includes(feature));
  const closing = broken.filter((check) => !forgiven.includes(check));
  const judged = { ...report, ...(features && { features }) };
  const verdict = verdictOf(judged, closing, forgiven);
  return { verdict, closing, forgiven, forgivenFeatures };
}

function verdictOf(
  report: Report,
  closing: readonly CheckResult[],
  forgiven: readonly CheckResult[],
): Gate["verdict"] {
  if (report.verdict === "aborted" || report.verdict === "suite broke") return report.verdict;
  if (closing.length > 0) return "not conformant";
  if (report.staleDeviations.length > 0) return "stale deviations";
  // What is forgiven must not hide that another check could tell nothing.
  return runVerdictOf(
    report.checks.map((check) =>
      forgiven.includes(check) ? { ...check, verdict: "known deviation" } : check
    ),
    report.features,
  );
}

function isBroken(check: CheckResult, report: Report, least: Level): boolean {
  if (check.verdict === "fail") return true;
  return check.verdict === "warn" &&
    LEVELS.indexOf(levelOf(check, report)) <= LEVELS.indexOf(least);
}

/** How binding what a check found broken is. */
export function levelOf({ failure, level }: CheckResult, { requirements }: Report): Level {
  return requirements.find(({ id }) => id === failure?.requirement)?.level ?? level;
}

function isSameFailure(before: CheckResult, now: CheckResult): boolean {
  return before.id === now.id && before.failure?.requirement === now.failure?.requirement &&
    ["fail", "warn", "known deviation"].includes(before.verdict);
}

/** What a gate decided, where that is not what the report's verdict says already. */
export function gateSentences(
  { closing, forgiven, forgivenFeatures, verdict }: Gate,
): string[] {
  const ids = (checks: Gate["closing"]) => checks.map(({ id }) => safeLine(id)).join(", ");
  const warned = closing.filter((check) => check.verdict === "warn");
  return [
    ...(warned.length > 0 ? [`Closed by --fail-on: ${ids(warned)}`] : []),
    ...(forgiven.length > 0 ? [`Failed in the baseline too: ${ids(forgiven)}`] : []),
    ...(forgivenFeatures.length > 0
      ? [`Lacking in the baseline too: ${forgivenFeatures.map((one) => safeLine(one)).join(", ")}`]
      : []),
    ...(verdict === "stale deviations"
      ? ["Closed by known deviations that must go: take them off their file"]
      : []),
  ];
}
