/**
 * Compares reports.
 *
 * @module
 */
import type { CheckResult, Verdict } from "./events.ts";
import type { Report } from "./report.ts";

/** A check with different results in two reports. */
export interface CheckChange {
  /** The id of the check. */
  readonly check: string;
  /** The verdict in the first report. */
  readonly before: Verdict;
  /** The verdict in the second report. */
  readonly now: Verdict;
  /** The requirements violated in the first report. */
  readonly violatedBefore: readonly string[];
  /** The requirements violated in the second report. */
  readonly violatedNow: readonly string[];
  /** Other differences that may explain the change; empty if only the target can. */
  readonly reasons: readonly string[];
}

/** A requirement that differs between two reports. */
export interface RequirementChange {
  /** The id of the requirement. */
  readonly requirement: string;
  /** The kind of change. */
  readonly change: "added" | "removed" | "reworded" | "another level";
}

/** The differences between two reports. */
export interface Comparison {
  /** Differences of the runs as a whole, as text. */
  readonly runs: readonly string[];
  /** The checks with another verdict or other violated requirements. */
  readonly checks: readonly CheckChange[];
  /** The requirements that differ. */
  readonly requirements: readonly RequirementChange[];
  /** The number of checks that only one of the reports has, which are not compared. */
  readonly alone: { readonly before: number; readonly now: number };
}

/**
 * Compares two reports in the checks that both have: one may be of a part of a run. Each changed verdict lists the other differences that may explain it: those
 * of the check, of its requirements, of the suites, the dialect or the seed.
 *
 * @param before the first report
 * @param now the second report
 * @returns the differences
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { compareReports, reportOf } from "@plumbline/plumbline/reports";
 *
 * const at = "2026-01-01T00:00:00Z";
 * const report = (seed: number) =>
 *   reportOf([{
 *     type: "run started", schema: 2, run: "one", suiteVersion: "0.1.0", seed, at,
 *     target: { url: "http://localhost:8001", dialect: "svc" }, requirements: [], checks: [],
 *   }]);
 * assertEquals(compareReports(report(1), report(2)).runs, ["seed 1 → 2"]);
 * ```
 */
export function compareReports(before: Report, now: Report): Comparison {
  const requirements = requirementChanges(before, now);
  const runs = runDifferences(before, now);
  const [old, current] = [before, now].map(({ checks }) =>
    new Map(checks.map((one) => [one.id, one]))
  );
  const checks = [...old!].flatMap(([id, a]): CheckChange[] => {
    const b = current!.get(id);
    if (b === undefined) return [];
    const [violatedBefore, violatedNow] = [violatedBy(a), violatedBy(b)];
    if (a.verdict === b.verdict && violatedBefore.join() === violatedNow.join()) return [];
    return [{
      check: id,
      before: a.verdict,
      now: b.verdict,
      violatedBefore,
      violatedNow,
      reasons: reasonsOf(a, b, requirements).concat(runs),
    }];
  });
  const common = [...old!.keys()].filter((id) => current!.has(id)).length;
  const alone = { before: old!.size - common, now: current!.size - common };
  return { runs, checks, requirements, alone };
}

function violatedBy(check: CheckResult): string[] {
  return check.failures.map(({ requirement }) => requirement).sort();
}

function runDifferences(before: Report, now: Report): string[] {
  const facts: [string, string, string][] = [
    ["suites", before.suiteVersion, now.suiteVersion],
    ["dialect", before.dialect, now.dialect],
    ["seed", String(before.seed), String(now.seed)],
    // Older reports lack the number.
    ["cases per property", String(before.runs ?? now.runs), String(now.runs ?? before.runs)],
    ["target version", before.target.version ?? "unknown", now.target.version ?? "unknown"],
  ];
  return facts.filter(([, a, b]) => a !== b).map(([what, a, b]) => `${what} ${a} → ${b}`);
}

function reasonsOf(
  before: CheckResult,
  now: CheckResult,
  requirements: readonly RequirementChange[],
): string[] {
  const concerned = new Set([...before.requirements, ...now.requirements]);
  return [
    ...(before.level === now.level ? [] : [`level of the check ${before.level} → ${now.level}`]),
    ...(versionOf(before) === versionOf(now)
      ? []
      : [`version of the check ${versionOf(before)} → ${versionOf(now)}`]),
    ...(before.title === now.title ? [] : ["the title of the check changed"]),
    ...(before.requirements.join() === now.requirements.join()
      ? []
      : ["the check covers other requirements"]),
    ...requirements.filter(({ requirement }) => concerned.has(requirement))
      .map(({ requirement, change }) => `${requirement}: ${change}`),
  ];
}

function versionOf({ version = 1 }: CheckResult): number {
  return version;
}

function requirementChanges(before: Report, now: Report): RequirementChange[] {
  const [old, current] = [before, now].map(({ requirements }) =>
    new Map(requirements.map((one) => [one.id, one]))
  );
  return [...new Set([...old!.keys(), ...current!.keys()])].flatMap((requirement) => {
    const [a, b] = [old!.get(requirement), current!.get(requirement)];
    const change = a === undefined
      ? "added"
      : b === undefined
      ? "removed"
      : a.level !== b.level
      ? "another level"
      : a.statement !== b.statement
      ? "reworded"
      : undefined;
    return change === undefined ? [] : [{ requirement, change }];
  });
}

/** A row of a table of several reports. */
export interface AcrossRow {
  /** The id of the check. */
  readonly check: string;
  /** The verdicts in the order of the reports; undefined if the check was not selected. */
  readonly verdicts: readonly (Verdict | undefined)[];
}

/** Returns the checks on which the reports disagree. */
export function acrossReports(reports: readonly Report[]): AcrossRow[] {
  const verdicts = reports.map(({ checks }) =>
    new Map(checks.map(({ id, verdict }) => [id, verdict]))
  );
  const ids = new Set(verdicts.flatMap((one) => [...one.keys()]));
  return [...ids].map((check) => ({ check, verdicts: verdicts.map((one) => one.get(check)) }))
    .filter((row) => new Set(row.verdicts).size > 1);
}
