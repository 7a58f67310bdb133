/**
 * Plain text of a report and its parts, for terminals, logs and reports without a form of their own.
 *
 * @module
 */
import { byReason, namedBy, type ReasonGroup, reasonLine } from "./by_reason.ts";
import {
  type CheckResult,
  type Exchange,
  type Failure,
  type FeatureResult,
  type ResourceCount,
  VERDICTS,
} from "./events.ts";
import { causesLine, failureGroups, knownDeviations, sureness } from "./failure_groups.ts";
import { detailLines, type NextStep, overviewLines } from "./cause_lines.ts";
import type { Report } from "./report.ts";
import { leftLine } from "./left_behind.ts";
import { type Style, styleOf } from "./terminal.ts";
import { typeLines } from "./type_lines.ts";
import { unjudgedByReason } from "./unjudged.ts";
import { pluralize, safeLine, safeText, truncate } from "./text.ts";

/** Maximum number of characters of a long text. */
const MAX_TEXT = 2_000;

/** Maximum number of curl commands of a failure; `report.json` has all of them. */
const MAX_COMMANDS = 12;

/**
 * Returns the lines of the summary that a run ends with: what is wrong, worst first; each cause with
 * the command that reproduces it; the skipped checks with the reasons; the totals.
 *
 * @param report the report to summarise
 * @param style the style of the terminal; plain text by default
 * @param options commands to run next
 * @returns the lines, safe to print
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { reportOf, summaryLines } from "@plumbline/plumbline/reports";
 *
 * const at = "2026-01-01T00:00:00Z";
 * const report = reportOf([
 *   {
 *     type: "run started", schema: 2, run: "one", suiteVersion: "0.1.0", seed: 7, at,
 *     target: { url: "http://localhost:8001", dialect: "svc" }, requirements: [], checks: [],
 *   },
 *   { type: "run finished", at, requests: 0 },
 * ]);
 * assertEquals(
 *   summaryLines(report).at(-1),
 *   "inconclusive: http://localhost:8001, dialect svc, seed 7",
 * );
 * ```
 */
export function summaryLines(
  report: Report,
  style: Style = styleOf({ colours: false }),
  options: SummaryOptions = {},
): string[] {
  return [...resultLines(report, style, options), "", ...totalLines(report, style)];
}

/** Options of {@linkcode summaryLines}. */
export interface SummaryOptions {
  /** Commands to run next, for the overview of what is wrong. */
  readonly next?: readonly NextStep[] | undefined;
  /** The width that lines are wrapped to later, to which the overview is made. @default {80} */
  readonly columns?: number | undefined;
}

/** Returns what failed, and everything else that is not a pass. */
export function resultLines(
  report: Report,
  style: Style,
  { next = [], columns }: SummaryOptions = {},
): string[] {
  const withVerdict = (...verdicts: string[]) =>
    report.checks.filter(({ verdict }) => verdicts.includes(verdict));
  const reasonOf = ({ id, reason }: CheckResult) => `${id}: ${reason}`;
  return [
    ...section("The run ended early", endLines(report), style),
    ...overviewLines(report, { style, next, columns }),
    ...detailLines(report, style),
    ...failureGroups(report).filter(({ cause }) => cause === undefined)
      .flatMap(({ checks: [check] }) => ["", ...checkLines(check, style)]),
    ...section("Known deviations", knownDeviations(report, false).map(reasonOf), style),
    ...section(
      "Deviations that every kube-apiserver has, too: --strict counts them",
      knownDeviations(report, true).map(({ id, failures: [failure] }) =>
        `${id}: ${failure!.statement}`
      ),
      style,
    ),
    ...section("Optional features", featureLines(report.features ?? []), style),
    ...section("Not run, as the run ended before", outOfTimeLines(report, "not run"), style),
    ...section("Cut short, as the run ended before", outOfTimeLines(report, "cut short"), style),
    ...section(
      "Not checked (skipped), and what to provide",
      notJudged(withVerdict("skipped").filter(({ outOfTime }) => outOfTime === undefined))
        .map((one) => reasonLine(one, "check", columns)),
      style,
    ),
    ...section(
      "Requirements of level must that were not judged: provide this, or accept it with " +
        "--accept-unjudged",
      unjudgedByReason(report.unjudged?.filter(({ accepted }) => accepted === undefined) ?? [])
        .map((one) => reasonLine(one, "requirement", columns)),
      style,
    ),
    ...section(
      "Passed, but not decided for some resource types",
      undecided(withVerdict("pass")).map((one) => reasonLine(one, "check", columns)),
      style,
    ),
    ...section(
      "Passed, but some variants were in no case: more cases (--runs) reach them",
      unreachedLines(withVerdict("pass")),
      style,
    ),
    ...section(
      "Violated in further checks, which are judged without it",
      passedOverLines(report),
      style,
    ),
    ...section(
      "Served, and not reached by any request that succeeded",
      (report.unreached ?? []).map((what) => `not reached: ${what}`),
      style,
    ),
    ...section("Resource types of the target", typeLines(report), style),
    ...section("Accepted as not judged", acceptedLines(report), style),
    ...section(
      "Stale known deviations: remove them from their file",
      report.staleDeviations.map(({ check, why }) => `${check}: ${why}`),
      style,
    ),
    ...section(
      "Left behind on the target",
      report.leftBehind.length === 0 ? [] : [leftLine(report.leftBehind, leftReasonOf(report))],
      style,
    ),
  ];
}

/** Returns why a run ended early, unless its user ended it. */
function endLines({ aborted }: Report): string[] {
  return aborted === undefined || aborted === "interrupted" ? [] : [aborted];
}

/** Returns why objects could not be removed, in a few words if that is why the run ended. */
function leftReasonOf({ aborted, leftReason }: Report): string | undefined {
  const isSame = aborted !== undefined && leftReason === aborted;
  return isSame ? "the target does not answer any more" : leftReason;
}

/** Returns the totals, and the verdict as the last line. */
export function totalLines(report: Report, style: Style): string[] {
  return [
    ...censusLines(report),
    requirementsLine(report),
    ...coverageLines(report),
    ...[causesLine(report)].flatMap((line) => line ?? []),
    totalsLine(report, style),
    verdictLine(report, style),
  ];
}

/** Returns the ids of checks that were not judged, by reason. */
export function notJudged(checks: readonly CheckResult[]): ReasonGroup<string>[] {
  return byReason(checks, ({ reason }) => reason === undefined ? [] : [reason]).map(namedBy("id"));
}

/** Returns the resource types that no case of a check decided, with the reasons. */
export function undecidedTypes({ types = {} }: CheckResult): string[] {
  return Object.entries(types).filter(([, { decided }]) => decided === 0)
    .map(([type, { discarded, reason = "unknown reason" }]) =>
      `${type} (${pluralize(discarded, "case")}: ${reason})`
    );
}

/** Returns the ids of checks that decided nothing about a type, by type and reason. */
export function undecided(checks: readonly CheckResult[]): ReasonGroup<string>[] {
  const found = checks.flatMap((check) =>
    undecidedTypes(check).map((words) => ({ id: check.id, words }))
  );
  return byReason(found, ({ words }) => [words]).map(namedBy("id"));
}

/** Maximum number of checks and of their variants that are named; reports have all. */
const MAX_UNREACHED = 5;

/** Returns lines about variants that were in no case, for the first checks that have some. */
function unreachedLines(checks: readonly CheckResult[]): string[] {
  const some = checks.filter(({ unreached = [] }) => unreached.length > 0);
  const lines = some.slice(0, MAX_UNREACHED).map(({ id, unreached = [] }) => {
    const more = unreached.length - MAX_UNREACHED;
    const named = unreached.slice(0, MAX_UNREACHED).join(", ");
    return `${id}: ${named}${more > 0 ? ` and ${more} more` : ""}`;
  });
  const rest = some.length - lines.length;
  return rest > 0 ? [...lines, `and ${pluralize(rest, "more check")}: see the report`] : lines;
}

/**
 * Returns a line for each requirement that some checks ignored because other checks report its
 * violation.
 */
function passedOverLines({ checks }: Report): string[] {
  const counts = Map.groupBy(checks.flatMap(({ passedOver = [] }) => passedOver), (id) => id);
  return [...counts].map(([id, found]) => `${id}: ${pluralize(found.length, "check")}`);
}

/** Returns a line for each area in which the time limit skipped or ended checks. */
function outOfTimeLines({ checks }: Report, how: CheckResult["outOfTime"]): string[] {
  const areas = Map.groupBy(checks.filter((check) => check.outOfTime === how), ({ area }) => area);
  return [...areas].map(([area, own]) => {
    const all = checks.filter((check) => check.area === area).length;
    if (own.length === all) return `${area}: all ${pluralize(all, "check")}`;
    const names = own.map(({ id }) => id.slice(area.length + 1)).join(", ");
    return `${area}: ${own.length} of ${pluralize(all, "check")} (${names})`;
  });
}

/** Returns a line for each accepted reason. */
function acceptedLines({ unjudged = [] }: Report): string[] {
  const accepted = unjudged.filter((one) => one.accepted !== undefined);
  return [...Map.groupBy(accepted, (one) => one.accepted)].map(([reason, all]) =>
    `${pluralize(all.length, "requirement")}: ${reason}`
  );
}

function checkLines(check: CheckResult, style: Style): string[] {
  const word = style.verdict(check.verdict, check.verdict.toUpperCase());
  const title = `${word} ${style.bold(check.id)}  ${safeLine(check.title)}`;
  const [failure] = check.failures;
  if (failure === undefined) return [title, ...indented(check.reason ?? "unknown reason")];
  return [title, ...failureLines(failure, style).map((line) => `  ${line}`)];
}

function failureLines(failure: Failure, style: Style): string[] {
  const labelled = (label: string, text: string | undefined) => {
    if (text === undefined) return [];
    const [first = "", ...rest] = shortened(text).split("\n");
    return [`${style.dim(label.padEnd(14))} ${first}`, ...rest.map((line) => `  ${line}`)];
  };
  // The last request is the one whose response is wrong.
  const commands = failure.curl.slice(-MAX_COMMANDS);
  const more = failure.curl.length - commands.length;
  return [
    ...labelled("requirement", `${failure.requirement}: ${failure.statement}`),
    ...labelled("expected", failure.expected),
    ...labelled("actual", failure.actual),
    ...labelled("not judged", failure.notJudged?.join("; ")),
    ...labelled(
      "counterexample",
      failure.counterexample === undefined ? undefined : JSON.stringify(failure.counterexample),
    ),
    ...labelled("confirmed", sureness(failure)),
    ...labelled("reproduce", failure.replay),
    ...labelled("replay file", failure.replayFile),
    ...(commands.length > 0 ? [style.dim("requests")] : []),
    ...(more > 0 ? [`  … ${more} before these, all of them in report.json and with --curl`] : []),
    ...commands.map((line) => `  ${shortened(line)}`),
  ];
}

/** Returns the failures of a check as text, or the reason of its verdict if it has none. */
export function failureText({ failures, reason }: CheckResult): string {
  if (failures.length === 0) return shortened(reason ?? "unknown reason");
  const style = styleOf({ colours: false });
  return failures.map((failure) => failureLines(failure, style).join("\n")).join("\n\n");
}

/** Returns the expected and the actual behaviour of a failed check, or the reason, in one line. */
export function verdictSentence({ failures, reason }: CheckResult): string {
  const [failure, ...others] = failures;
  if (failure === undefined) return safeLine(reason ?? "unknown reason", 300);
  const text = `${failure.requirement}: expected ${failure.expected}, actual ${failure.actual}`;
  if (others.length === 0) return safeLine(text, 300);
  const more = `; also ${others.map(({ requirement }) => requirement).join(", ")}`;
  return `${safeLine(text, 300)}${safeLine(more, 300)}`;
}

function section(title: string, lines: readonly string[], style: Style): string[] {
  return lines.length === 0 ? [] : ["", style.bold(title), ...lines.flatMap(indented)];
}

function indented(text: string): string[] {
  return shortened(text).split("\n").map((line) => `  ${line}`);
}

function shortened(text: string): string {
  return safeText(truncate(text, MAX_TEXT));
}

/** Returns the number of checked requirements and of violated ones, as a line. */
export function requirementsLine({ requirements }: Report): string {
  const count = (...verdicts: string[]) =>
    requirements.filter(({ verdict }) => verdict && verdicts.includes(verdict)).length;
  const known = count("known deviation");
  const checked = count("pass", "fail", "warn", "known deviation");
  return `${pluralize(checked, "requirement")} checked, ${count("fail", "warn")} violated` +
    (known === 0 ? "" : `, ${pluralize(known, "known deviation")}`);
}

/** Returns a line for each number of combined values, with the combinations that were covered. */
function coverageLines({ checks }: Pick<Report, "checks">): string[] {
  const all = checks.flatMap(({ coverage }) => coverage === undefined ? [] : [coverage]);
  return [...Map.groupBy(all, ({ strength }) => strength)].map(([strength, some]) => {
    const sum = (count: "covered" | "combinations") =>
      some.reduce((total, each) => total + each[count], 0);
    const checks = pluralize(some.length, "check");
    return `${combinationsName(strength)} ${sum("covered")} of ${sum("combinations")} ` +
      `covered by ${checks}`;
  });
}

/** Returns the name of combinations of this many values. */
export function combinationsName(strength: number): string {
  return strength === 2 ? "pairs" : strength === 3 ? "triples" : `combinations of ${strength}`;
}

function totalsLine({ totals, checks, requests, started, finished }: Report, style: Style): string {
  const counts = VERDICTS.filter((verdict) => totals[verdict] > 0)
    .map((verdict) => style.verdict(verdict, `${totals[verdict]} ${verdict}`));
  const cases = checks.reduce((sum, check) => sum + check.cases, 0);
  const seconds = (Date.parse(finished) - Date.parse(started)) / 1_000;
  const facts = [
    pluralize(cases, "case"),
    pluralize(requests, "request"),
    `${seconds.toFixed(1)} s`,
  ];
  const list = counts.length === 0 ? "none" : counts.join(", ");
  return `checks: ${list} ${style.dim(`(${facts.join(", ")})`)}`;
}

function verdictLine({ verdict, target, seed, aborted }: Report, style: Style): string {
  const why = aborted === undefined ? "" : ` (${safeLine(aborted)})`;
  return `${style.bold(verdict)}${why}: ${
    safeLine(target.url)
  }, dialect ${target.dialect}, seed ${seed}`;
}

/** Returns a line for each feature that is not both declared and supported. */
export function featureLines(features: readonly FeatureResult[]): string[] {
  return features.filter(({ verdict }) => verdict !== "pass").map((result) => {
    const { feature, verdict, seen, declared, skippedRequirements: { length } } = result;
    const skipped = length === 0 ? "" : `; ${pluralize(length, "requirement")} not checked`;
    if (verdict === "fail" && result.found === "ignored") {
      return `FAIL ${feature}: accepted, but ignored: ${seen}`;
    }
    if (verdict === "fail" && declared === false) {
      return `FAIL ${feature}: declared absent, but ${seen}${skipped}`;
    }
    if (verdict === "fail" && declared === undefined) {
      return `FAIL ${feature}: not served: ${seen}${skipped}`;
    }
    if (verdict === "fail") return `FAIL ${feature}: declared, but not supported: ${seen}`;
    if (verdict === "warn") {
      return `WARN ${feature}: supported, but not declared: ${seen}${skipped}`;
    }
    const prefix = declared === false ? "not declared, " : "";
    return `unsupported ${feature}: ${prefix}${seen}${skipped}`;
  });
}

function censusLines({ census }: Report): string[] {
  if (census === undefined) return [];
  const { before, after, others } = census;
  const sum = (counts: readonly ResourceCount[], origin: "own" | "earlier" | "others") =>
    counts.reduce((total, count) => total + count[origin], 0);
  const earlier = sum(before, "earlier");
  const partial = before.filter(({ seen }) => seen !== "all").map(({ resource }) => resource);
  const facts = [
    ...(after === undefined ? [`${sum(before, "others")} before the run, not counted after it`] : [
      `${sum(after, "own")} left by this run`,
      `${sum(before, "others")} others before and ${sum(after, "others")} after`,
    ]),
    ...(earlier > 0 ? [`${earlier} created by other runs (see the command cleanup)`] : []),
    ...(partial.length > 0
      ? [`incomplete for ${partial.join(", ")} (no list across all namespaces)`]
      : []),
  ];
  const changes = (["appeared", "changed", "disappeared"] as const)
    .filter((change) => others !== undefined && others[change].length > 0)
    .map((change) =>
      `  ${change} during the run, created by no run: ${others![change].join(", ")}`
    );
  return [
    `objects on the target: ${facts.join(", ")}`,
    ...changes.map((line) => safeLine(line, MAX_TEXT)),
  ];
}

/** Returns exchanges as text: each request with its identity, and the response. */
export function exchangeLines(exchanges: readonly Exchange[]): string[] {
  return exchanges.flatMap((exchange) => {
    const { number, method, path, identity, replica, requestBody, status, responseBody } = exchange;
    const ends = [identity, ...(replica === undefined ? [] : [`to ${replica}`])].join(" ");
    const sender = ends === "" ? "" : `  (${safeLine(ends)})`;
    const head = number === undefined ? "" : `#${number} `;
    return [
      `> ${head}${method} ${safeLine(path, MAX_TEXT)}${sender}`,
      ...bodyLines(">", requestBody ?? ""),
      `< ${status === 0 ? "no response" : status}`,
      ...bodyLines("<", responseBody),
    ];
  });
}

function bodyLines(mark: string, body: string): string[] {
  if (body === "") return [];
  return shortened(body).trimEnd().split("\n").map((line) => `${mark}   ${line}`);
}
