/**
 * The failures of a report as lists of checks with one cause, and how sure each is.
 *
 * @module
 */
import { type Cause, causesOf } from "./causes.ts";
import type { CheckResult, Failure } from "./events.ts";
import type { Report } from "./report.ts";
import { pluralize } from "./text.ts";

/** Failed checks, with their probable cause. */
export interface FailureGroup {
  /** The cause; absent for a check without a failure of the target. */
  readonly cause?: Cause;
  /** The checks, that with the shortest counterexample first. */
  readonly checks: readonly [CheckResult, ...CheckResult[]];
}

/** Returns the failures, warnings and errors by cause; errors of checks come last, one by one. */
export function failureGroups(report: Report): FailureGroup[] {
  const checks = new Map(report.checks.map((check) => [check.id, check]));
  const causes = report.causes ?? causesOf(report);
  const grouped = causes.flatMap((cause): FailureGroup[] => {
    const [first, ...others] = cause.checks.flatMap((id) => checks.get(id) ?? []);
    return first === undefined ? [] : [{ cause, checks: [first, ...others] }];
  });
  const known = new Set(causes.flatMap((cause) => cause.checks));
  const others = report.checks.filter(({ id, verdict }) =>
    ["fail", "warn", "error"].includes(verdict) && !known.has(id)
  );
  return [...grouped, ...others.map((check): FailureGroup => ({ checks: [check] }))];
}

/** Returns a line on the number of causes; undefined if each failure has its own. */
export function causesLine(report: Report): string | undefined {
  const groups = failureGroups(report).filter(({ cause }) => cause !== undefined);
  const checks = groups.reduce((sum, group) => sum + group.checks.length, 0);
  if (groups.length === checks) return undefined;
  const causes = groups.length === 1 ? "one probable cause" : `${groups.length} probable causes`;
  return `${pluralize(checks, "failure")} and warnings of ${causes}`;
}

/** Returns how often a failure occurred again. */
export function sureness({ confirmed: { attempts, reproduced, loaded } }: Failure): string {
  const beside = loaded === undefined ? "" : `, ${loaded} of them beside copies of the case`;
  return `${reproduced} of ${attempts} repetitions failed${beside}`;
}
