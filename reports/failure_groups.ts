/**
 * The failures of a report as lists of checks with one cause, and how sure each is.
 *
 * @module
 */
import { causesOf } from "./causes.ts";
import type { CheckResult, Failure, FailureCause, FeatureResult } from "./events.ts";
import { rankOf, withHarm } from "./harm.ts";
import { byFailure, type Report } from "./report.ts";
import { pluralize } from "./text.ts";

/** Failures, each as the result of its check, with their probable cause. */
export interface FailureGroup {
  /** The cause; absent for a check without a failure of the target. */
  readonly cause?: FailureCause;
  /** The result of each failure, the worst first, then that with the shortest counterexample. */
  readonly checks: readonly [CheckResult, ...CheckResult[]];
}

/** Returns the failures, warnings and errors by cause; errors of checks come last, one by one. */
export function failureGroups(report: Report): FailureGroup[] {
  const results = report.checks.flatMap(byFailure);
  const failed = new Map(
    results.map((check) => [keyOf(check), check]),
  );
  const causes = report.causes ?? causesOf(report);
  const grouped = causes.flatMap((cause): FailureGroup[] => {
    const found = cause.failures.flatMap(({ check, requirement }) =>
      failed.get(`${check} ${requirement}`) ?? []
    );
    const { example = found[0] } = cause;
    const [first, ...others] = example === undefined
      ? []
      : [example, ...found.filter((one) => keyOf(one) !== keyOf(example))];
    return first === undefined ? [] : [{ cause, checks: [first, ...others] }];
  });
  const shown = new Set(
    causes.flatMap(({ failures }) =>
      failures.map(({ check, requirement }) => `${check} ${requirement}`)
    ),
  );
  const others = results.filter((check) =>
    ["fail", "warn", "error"].includes(check.verdict) && !shown.has(keyOf(check))
  );
  return [...grouped, ...others.map((check): FailureGroup => ({ checks: [check] }))];
}

/** Returns which releases of kube-apiserver do all that a cause does, in a few words; undefined if none. */
export function sharedBy({ checks }: FailureGroup): string | undefined {
  const names = new Set(checks.flatMap(({ failures }) => failures.map((one) => one.sharedBy)));
  const [name] = names;
  return names.size === 1 && name !== undefined ? `${name} do this, too` : undefined;
}

/**
 * Returns each failure as the result of its check, in the order of all reports: the worst harm first,
 * then the known deviations, and among them last those that every kube-apiserver has.
 */
export function failuresInOrder(report: Report): CheckResult[] {
  return [
    ...failureGroups(report).flatMap(({ checks }) => checks),
    ...knownDeviations(report, false),
    ...knownDeviations(report, true),
  ];
}

/** Returns the known deviations that every kube-apiserver has, or the others, by harm and level. */
export function knownDeviations(report: Report, everywhere: boolean): CheckResult[] {
  const stated = new Map(report.requirements.map((one) => [one.id, one]));
  const rank = ({ failures: [failure], level }: CheckResult) =>
    rankOf(withHarm(stated.get(failure!.requirement) ?? { level }, failure!.harm));
  return report.checks.flatMap(byFailure).filter(({ verdict, failures: [failure] }) =>
    verdict === "known deviation" && (failure?.everywhere === true) === everywhere
  ).sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
}

/** The heading of the parts that a target does not serve. */
export const NOT_SERVED = "Not served, and not judged, although the API demands it";

/** Returns the parts that every server must have, and that the target lacks: each fails the run. */
export function missingParts({ features = [] }: Pick<Report, "features">): FeatureResult[] {
  return features.filter(({ verdict, found, declared }) =>
    verdict === "fail" && found === "absent" && declared !== true
  );
}

/** Names a check and its only failure. */
function keyOf({ id, failures: [failure] }: CheckResult): string {
  return `${id} ${failure?.requirement}`;
}

/** Returns a line on the number of causes; undefined if each failure has its own. */
export function causesLine(report: Report): string | undefined {
  const groups = failureGroups(report).filter(({ cause }) => cause !== undefined);
  const checks = groups.reduce((sum, group) => sum + group.checks.length, 0);
  if (groups.length === checks) return undefined;
  const causes = groups.length === 1 ? "one probable cause" : `${groups.length} probable causes`;
  const part = report.explainedInPart
    ? "; the time for experiments did not suffice to try all that may explain them"
    : "";
  return `${pluralize(checks, "failure")} and warnings of ${causes}${part}`;
}

/**
 * Returns the heading of a group: the number of its checks, their probable cause and the seeds that
 * showed it; undefined if the check says as much.
 */
export function headingOf({ cause, checks }: FailureGroup, report: Report): string | undefined {
  if (cause === undefined || (checks.length === 1 && cause.seeds === undefined)) return undefined;
  const { seeds = [] } = cause;
  const tried = report.seeds?.length ?? 0;
  const shown = seeds.slice(0, 5).join(", ") + (seeds.length > 5 ? ", …" : "");
  const seen = tried === 0 ? "" : `, seen in ${seeds.length} of ${tried} seeds (${shown})`;
  const count = new Set(checks.map(({ id }) => id)).size;
  return `${pluralize(count, "check")}, one probable cause${seen}`;
}

/** Returns how often a failure occurred again. */
export function sureness({ confirmed: { attempts, reproduced, loaded }, replay }: Failure): string {
  // A check repeats the cases of a few requirements only.
  if (attempts === 0) return "seen once, and not repeated";
  const failed = `${reproduced} of ${attempts} repetitions failed`;
  if (loaded === undefined) return failed;
  const [repeat] = /--repeat \d+/.exec(replay) ?? [];
  // A version that stays as it is moves where others write.
  if (reproduced <= attempts - loaded) {
    const alone = repeat === undefined ? "" : `; ${repeat} repeats it alone first`;
    return `${failed}, ${loaded} of them side by side, where other requests may hide it${alone}`;
  }
  const again = repeat === undefined ? "" : `; ${repeat} shows it again`;
  return `${failed}, ${loaded} of them side by side${again}`;
}
