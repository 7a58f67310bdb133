/**
 * What two or more reports say differently.
 *
 * @module
 */
import type { CheckResult, Verdict } from "./events.ts";
import type { Report } from "./report.ts";

/** A check of which two runs say different things. */
export interface CheckChange {
  /** The check's id. */
  readonly check: string;
  /** Its verdict before; absent where it was not due. */
  readonly before?: Verdict;
  /** Its verdict now; absent where it was not due. */
  readonly now?: Verdict;
  /** The requirement that was broken before. */
  readonly brokenBefore?: string;
  /** The requirement that is broken now. */
  readonly brokenNow?: string;
  /** What else differs between the runs that may be why; empty where only the target can be. */
  readonly because: readonly string[];
}

/** A requirement that is not stated as it was. */
export interface RequirementChange {
  /** Its id. */
  readonly requirement: string;
  /** What became of it. */
  readonly change: "added" | "removed" | "reworded" | "another level";
}

/** What changed between two runs. */
export interface Comparison {
  /** What is true of the runs as a whole, in words. */
  readonly runs: readonly string[];
  /** The checks with another verdict, or another requirement broken. */
  readonly checks: readonly CheckChange[];
  /** The requirements that changed. */
  readonly requirements: readonly RequirementChange[];
}

/**
 * Compares two runs. A change of a verdict is told with what else changed: the check's facts, the
 * requirements it is for, the suites, the dialect or the seed. Where nothing did, it is the target.
 */
export function compareReports(before: Report, now: Report): Comparison {
  const requirements = requirementChanges(before, now);
  const runs = runDifferences(before, now);
  const [old, current] = [before, now].map(({ checks }) =>
    new Map(checks.map((one) => [one.id, one]))
  );
  const ids = [...new Set([...old!.keys(), ...current!.keys()])];
  const checks = ids.flatMap((id): CheckChange[] => {
    const [a, b] = [old!.get(id), current!.get(id)];
    const broken = [a, b].map((check) => check?.failure?.requirement);
    if (a?.verdict === b?.verdict && broken[0] === broken[1]) return [];
    return [{
      check: id,
      ...(a && { before: a.verdict }),
      ...(b && { now: b.verdict }),
      ...(broken[0] !== undefined && { brokenBefore: broken[0] }),
      ...(broken[1] !== undefined && { brokenNow: broken[1] }),
      because: reasons(a, b, requirements).concat(a && b ? runs : []),
    }];
  });
  return { runs, checks, requirements };
}

function runDifferences(before: Report, now: Report): string[] {
  const facts: [string, string, string][] = [
    ["suites", before.suiteVersion, now.suiteVersion],
    ["dialect", before.dialect, now.dialect],
    ["seed", String(before.seed), String(now.seed)],
    // Older reports do not say.
    ["cases a property", String(before.runs ?? now.runs), String(now.runs ?? before.runs)],
    ["target's version", before.target.version ?? "unknown", now.target.version ?? "unknown"],
  ];
  return facts.filter(([, a, b]) => a !== b).map(([what, a, b]) => `${what} ${a} → ${b}`);
}

function reasons(
  before: CheckResult | undefined,
  now: CheckResult | undefined,
  requirements: readonly RequirementChange[],
): string[] {
  if (before === undefined) return ["the check was not due before"];
  if (now === undefined) return ["the check is not due now"];
  const concerned = new Set([...before.requirements, ...now.requirements]);
  return [
    ...(before.level === now.level ? [] : [`the check's level ${before.level} → ${now.level}`]),
    ...(versionOf(before) === versionOf(now)
      ? []
      : [`the check's version ${versionOf(before)} → ${versionOf(now)}`]),
    ...(before.title === now.title ? [] : ["the check was reworded"]),
    ...(before.requirements.join() === now.requirements.join()
      ? []
      : ["the check is for other requirements"]),
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

/** A row of a table across implementations. */
export interface AcrossRow {
  /** The check's id. */
  readonly check: string;
  /** Its verdict in each report, in their order; undefined where it was not due. */
  readonly verdicts: readonly (Verdict | undefined)[];
}

/** The checks of which the reports do not all say the same. */
export function acrossReports(reports: readonly Report[]): AcrossRow[] {
  const verdicts = reports.map(({ checks }) =>
    new Map(checks.map(({ id, verdict }) => [id, verdict]))
  );
  const ids = new Set(verdicts.flatMap((one) => [...one.keys()]));
  return [...ids].map((check) => ({ check, verdicts: verdicts.map((one) => one.get(check)) }))
    .filter((row) => new Set(row.verdicts).size > 1);
}
