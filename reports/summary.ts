/**
 * What a reader is told at the end of a run.
 *
 * @module
 */
import {
  type CheckResult,
  type Exchange,
  type Failure,
  type FeatureResult,
  type ResourceCount,
  VERDICTS,
} from "./events.ts";
import type { Report } from "./report.ts";
import { type Style, styleOf } from "./terminal.ts";
import { safeLine, safeText } from "./text.ts";

/** How much of a long text is shown. */
const SHOWN = 2_000;

/** How many of a failure's curl lines are shown; the report has them all. */
const SHOWN_LINES = 12;

/**
 * The lines of a report's summary: what failed and how to see it again, what was not run and why,
 * and the totals.
 */
export function summaryLines(report: Report, style: Style = styleOf({ colours: false })): string[] {
  const of = (...verdicts: string[]) =>
    report.checks.filter(({ verdict }) => verdicts.includes(verdict));
  return [
    ...of("fail", "warn", "error").flatMap((check) => ["", ...problemLines(check, style)]),
    ...section(
      "Known deviations",
      of("known deviation").map((check) => `${check.id}: ${check.reason}`),
      style,
    ),
    ...section("Features", featureLines(report.features ?? []), style),
    ...section(
      "Skipped",
      of("skipped").map((check) => `${check.id}: ${check.reason}`),
      style,
    ),
    ...section(
      "Known deviations that must go from their file",
      report.staleDeviations.map(({ check, why }) => `${check}: ${why}`),
      style,
    ),
    ...section("Left behind on the target", report.leftBehind, style),
    "",
    ...censusLines(report),
    totalsLine(report, style),
    verdictLine(report, style),
  ];
}

function problemLines(check: CheckResult, style: Style): string[] {
  const word = check.verdict.toUpperCase();
  const title = `${style.verdict(check.verdict, word)} ${style.bold(check.id)}  ${
    safeLine(check.title)
  }`;
  if (check.failure === undefined) return [title, ...indent(check.reason ?? "no reason is known")];
  return [title, ...failureLines(check.failure, style)];
}

function failureLines(failure: Failure, style: Style): string[] {
  const { attempts, reproduced } = failure.confirmed;
  const labelled = (label: string, text: string) => {
    const [first = "", ...rest] = shorten(text).split("\n");
    return [`  ${style.dim(label.padEnd(11))} ${first}`, ...rest.map((line) => `    ${line}`)];
  };
  const curl = failure.curl.slice(0, SHOWN_LINES);
  const more = failure.curl.length - curl.length;
  return [
    ...labelled("requirement", `${failure.requirement}: ${failure.statement}`),
    ...labelled("expected", failure.expected),
    ...labelled("actual", failure.actual),
    ...(failure.counterexample === undefined
      ? []
      : labelled("smallest", JSON.stringify(failure.counterexample))),
    ...labelled("confirmed", `${reproduced} of ${attempts} repetitions failed again`),
    ...labelled("again", failure.replay),
    ...(failure.replayFile === undefined ? [] : labelled("replay file", failure.replayFile)),
    ...(curl.length > 0 ? [`  ${style.dim("by hand")}`] : []),
    ...curl.map((line) => `    ${shorten(line)}`),
    ...(more > 0 ? [`    … and ${more} more in the report`] : []),
  ];
}

function section(title: string, lines: readonly string[], style: Style): string[] {
  return lines.length === 0 ? [] : ["", style.bold(title), ...lines.flatMap(indent)];
}

function indent(text: string): string[] {
  return shorten(text).split("\n").map((line) => `  ${line}`);
}

/** What a target said must not steer the terminal it is shown on. */
function shorten(text: string): string {
  return safeText(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}

function totalsLine({ totals, checks, requests, started, finished }: Report, style: Style): string {
  const counts = VERDICTS.filter((verdict) => totals[verdict] > 0)
    .map((verdict) => style.verdict(verdict, `${totals[verdict]} ${verdict}`));
  const cases = checks.reduce((sum, check) => sum + check.cases, 0);
  const seconds = (Date.parse(finished) - Date.parse(started)) / 1_000;
  const facts = [
    `${cases} ${cases === 1 ? "case" : "cases"}`,
    `${requests} requests`,
    `${seconds.toFixed(1)} s`,
  ];
  return `${counts.join(", ") || "no checks"} ${style.dim(`(${facts.join(", ")})`)}`;
}

function verdictLine({ verdict, target, seed, aborted }: Report, style: Style): string {
  const why = aborted === undefined ? "" : ` (${safeLine(aborted)})`;
  return `${style.bold(verdict)}${why}: ${
    safeLine(target.url)
  }, dialect ${target.dialect}, seed ${seed}`;
}

/** A line for each feature that is not both expected and there. */
export function featureLines(features: readonly FeatureResult[]): string[] {
  return features.filter(({ verdict }) => verdict !== "pass").map((result) => {
    const { feature, verdict, seen, declared, fallenAway } = result;
    const away = fallenAway.length === 0 ? "" : `; ${fallenAway.length} requirements fall away`;
    switch (verdict) {
      case "fail":
        return `FAIL ${feature}: it is declared and the target lacks it: ${seen}`;
      case "warn":
        return `WARN ${feature}: the target has it and does not declare it: ${seen}${away}`;
      default:
        return `unsupported ${feature}: ${
          declared === false ? "not declared, " : ""
        }${seen}${away}`;
    }
  });
}

/** What lay on the target, in a line; what is not the run's and changed, by its paths. */
export function censusLines({ census }: Report): string[] {
  if (census === undefined) return [];
  const { before, after, others } = census;
  const sum = (counts: readonly ResourceCount[], whose: "own" | "earlier" | "others") =>
    counts.reduce((total, count) => total + count[whose], 0);
  const unseen = before.filter(({ seen }) => seen !== "all").map(({ resource }) => resource);
  const facts = [
    after === undefined ? "not counted after" : `${sum(after, "own")} objects of this run left`,
    `${sum(before, "others")} of others before`,
    ...after === undefined ? [] : [`${sum(after, "others")} after`],
    ...sum(before, "earlier") > 0
      ? [`${sum(before, "earlier")} of other runs (see the command cleanup)`]
      : [],
    ...unseen.length > 0 ? [`not all could be listed of ${unseen.join(", ")}`] : [],
  ];
  const became = (["appeared", "changed", "disappeared"] as const)
    .filter((what) => others !== undefined && others[what].length > 0)
    .map((what) => `  ${what} meanwhile, not made by a run: ${others![what].join(", ")}`);
  return [`census: ${facts.join(", ")}`, ...became.map((line) => safeLine(line, SHOWN))];
}

/** Each request with who sent it and what came back, bodies cut where they are long. */
export function exchangeLines(exchanges: readonly Exchange[]): string[] {
  return exchanges.flatMap((exchange) => {
    const { method, path, identity, requestBody, status, responseBody } = exchange;
    return [
      `> ${method} ${safeLine(path, SHOWN)}${identity === "" ? "" : `  (${safeLine(identity)})`}`,
      ...bodyLines(">", requestBody ?? ""),
      `< ${status === 0 ? "no answer" : status}`,
      ...bodyLines("<", responseBody),
    ];
  });
}

function bodyLines(mark: string, body: string): string[] {
  if (body === "") return [];
  // What a target said must not steer the terminal it is shown on.
  const shown = safeText(body.length > SHOWN ? `${body.slice(0, SHOWN)}…` : body);
  return shown.trimEnd().split("\n").map((line) => `${mark}   ${line}`);
}
