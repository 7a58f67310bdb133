/**
 * The causes of failures as text: first what is wrong, worst first, one line each; then each with
 * what was expected, the requests that show it, and the command that reproduces it.
 *
 * @module
 */
import { differingParts } from "./differences.ts";
import type { CheckResult, Exchange, Failure, FailureCause } from "./events.ts";
import {
  type FailureGroup,
  failureGroups,
  headingOf,
  missingParts,
  NOT_SERVED,
  sharedBy,
  sureness,
} from "./failure_groups.ts";
import { HARM_MEANINGS, HARM_TITLES } from "./harm.ts";
import type { Report } from "./report.ts";
import { formsIn } from "./request_words.ts";
import { keyRequests } from "./key_requests.ts";
import { type Style, wrapText } from "./terminal.ts";
import { pluralize, safeLine, safeText, truncate, withoutRunNames } from "./text.ts";

/** A command to run after a run, and its purpose. */
export interface NextStep {
  /** What the command is for, in a few words. */
  readonly purpose: string;
  /** The command, to be pasted into a shell. */
  readonly line: string;
}

/** Lines of a first screen: the overview, with what to do next, has no more than its rest. */
const SCREEN = { lines: 38, columns: 80 };

/** Limits of titles in the overview, in characters: the first with which all causes fit is used. */
const TITLES = [200, 140, 110];

/** Maximum number of causes with details; `report show` has all of them. */
const MAX_DETAILS = 30;

/** Maximum number of further checks of a cause, and of verbs and types, that are listed. */
const MAX_LISTED = 8;

/** Maximum number of characters of texts in the details. */
const MAX = { title: 200, text: 600, path: 200 };

/**
 * Returns what is wrong, worst first, and what to do next; nothing if nothing failed. All of it fits a
 * screen of some 40 lines: as many causes as do, with as much of their titles as then fits.
 */
export function overviewLines(
  report: Report,
  { style, next = [], columns = SCREEN.columns }: {
    readonly style: Style;
    readonly next?: readonly NextStep[];
    /** The width that lines are wrapped to later. */
    readonly columns?: number | undefined;
  },
): string[] {
  const groups = failureGroups(report).filter(({ cause }) => cause !== undefined);
  const missing = missingParts(report).map(({ feature, seen }) =>
    `  ${style.verdict("fail", feature)}: ${titleLine(seen, TITLES.at(-1))}`
  );
  if (groups.length === 0 && missing.length === 0) return [];
  const failures = groups.reduce((sum, { checks }) => sum + checks.length, 0);
  const checks = new Set(groups.flatMap((group) => group.checks.map(({ id }) => id))).size;
  const part = `in ${checks} of ${pluralize(report.checks.length, "check")}` +
    largestOf(groups, failures);
  const lines = [
    "",
    ...groups.length === 0
      ? []
      : [style.bold(`What is wrong, worst first: ${countOf(groups, failures)}`) + ` ${part}`],
    ...missing.length === 0 ? [] : [style.bold(NOT_SERVED), ...missing],
  ];
  const steps = next.flatMap(({ purpose, line }) => [`  ${purpose}:`, `    ${line}`]);
  if (steps.length > 0) steps.unshift("", style.bold("What to do next"));
  const room = SCREEN.lines - heightOf(lines, columns) - steps.length;
  return [
    ...lines,
    ...groups.length === 0 ? [] : fittingLines(groups, { style, columns, room }),
    ...steps,
  ];
}

/** The part of the failures from which on a cause of twice as many as any other is behind much of a run. */
const MUCH = 0.25;

/**
 * Returns words for a cause of most failures, or of many more than any other, that comes after others, as
 * its harm is less; empty if there is none.
 */
function largestOf(groups: readonly FailureGroup[], failures: number): string {
  const [most = 0, second = 0] = groups.map(({ checks }) => checks.length).sort((a, b) => b - a);
  const isLarge = 2 * most > failures || (most >= MUCH * failures && most >= 2 * second);
  const at = isLarge ? groups.findIndex(({ checks }) => checks.length === most) : -1;
  return at > 0 ? `; number ${at + 1} is behind ${groups[at]!.checks.length} of them` : "";
}

/** Returns as many causes as fit so many lines, one at least, with titles as long as all can have. */
function fittingLines(
  groups: readonly FailureGroup[],
  { style, columns, room }: {
    readonly style: Style;
    readonly columns: number;
    readonly room: number;
  },
): string[] {
  const last = TITLES.at(-1)!;
  // Each cause has a line of its own.
  const most = Math.min(groups.length, Math.max(room, 1));
  const attempts = [
    ...groups.length > most ? [] : TITLES.map((limit) => ({ count: groups.length, limit })),
    ...Array.from({ length: most }, (_, at) => ({ count: most - at, limit: last })),
  ];
  for (const { count, limit } of attempts) {
    const lines = listLines(groups, count, { style, limit });
    if (heightOf(lines, columns) <= room) return lines;
  }
  return listLines(groups, 1, { style, limit: last });
}

/** Returns the first causes, a line each below their harm, and how many others there are. */
function listLines(
  groups: readonly FailureGroup[],
  count: number,
  { style, limit }: { readonly style: Style; readonly limit: number },
): string[] {
  const [shown, others] = [groups.slice(0, count), groups.slice(count)];
  const lines: string[] = [];
  for (const [harm, some] of Map.groupBy(shown, ({ cause }) => cause!.harm ?? "misleading")) {
    lines.push(`${style.bold(HARM_TITLES[harm])} ${style.dim(`(${HARM_MEANINGS[harm]})`)}`);
    for (const group of some) {
      const { title, verdict } = group.cause!;
      const number = String(groups.indexOf(group) + 1);
      // A line that is wrapped keeps spaces at its beginning, but not those of a coloured text.
      const indented = " ".repeat(Math.max(0, 3 - number.length)) + style.verdict(verdict, number);
      lines.push(`${indented}  ${titleLine(title, limit)} ${style.dim(`(${factsOf(group)})`)}`);
    }
  }
  if (others.length > 0) lines.push(`  … and ${others.length} more below: ${harmsOf(others)}`);
  return lines;
}

/** Returns the number of lines after they are wrapped. */
function heightOf(lines: readonly string[], columns: number): number {
  return lines.reduce((sum, line) => sum + wrapText(line, columns).length, 0);
}

/** Returns the number of causes of each harm. */
function harmsOf(groups: readonly FailureGroup[]): string {
  const harms = Map.groupBy(groups, ({ cause }) => cause!.harm ?? "misleading");
  return [...harms].map(([harm, some]) => `${some.length} ${HARM_TITLES[harm]}`)
    .join(", ");
}

function titleLine(title: string, limit = MAX.title): string {
  const text = safeLine(withoutRunNames(title), MAX.title);
  return text.length <= limit ? text : `${text.slice(0, limit - 1).trimEnd()}…`;
}

function countOf(groups: readonly FailureGroup[], failures: number): string {
  return `${pluralize(groups.length, "cause")} of ${pluralize(failures, "failure")}`;
}

/** Returns the level, the number of checks, and that of warnings only. */
function factsOf(group: FailureGroup): string {
  const { cause, checks } = group;
  const { level, verdict } = cause!;
  const count = new Set(checks.map(({ id }) => id)).size;
  return [
    ...(level === undefined ? [] : [level]),
    ...(verdict === "warn" ? ["warning"] : []),
    pluralize(count, "check"),
    ...[sharedBy(group) ?? []].flat(),
  ].join(", ");
}

/** Returns each cause with what was expected, the requests that show it, and how to reproduce it. */
export function detailLines(report: Report, style: Style): string[] {
  const groups = failureGroups(report).filter(({ cause }) => cause !== undefined);
  const lines = groups.flatMap((group, index) =>
    index < MAX_DETAILS ? ["", ...causeLines(group, index + 1, report, style)] : []
  );
  const more = groups.length - MAX_DETAILS;
  return more > 0 ? [...lines, "", `… and ${pluralize(more, "cause")} more: report show`] : lines;
}

function causeLines(group: FailureGroup, number: number, report: Report, style: Style): string[] {
  const { cause, checks: [first, ...others] } = group;
  const { title, verdict, harm, seeds } = cause!;
  const facts = [...(harm ? [HARM_TITLES[harm].toLowerCase()] : []), factsOf(group)].join(", ");
  const found = seeds === undefined ? undefined : headingOf(group, report);
  const word = style.verdict(verdict, verdict.toUpperCase());
  return [
    `${word} ${number}. ${style.bold(titleLine(title))} (${facts})`,
    ...(found === undefined ? [] : [`   ${found}`]),
    ...failureLines(first.failures[0]!, style),
    ...labelled("seen on", placesOf(cause!), style),
    ...labelled("check", checksOf(first, others), style),
  ];
}

function failureLines(failure: Failure, style: Style): string[] {
  const { requirement, statement, notJudged, replay } = failure;
  const { expected, actual } = differingParts(failure);
  const [one, ...rest] = keyRequests(failure).map(requestLine);
  return [
    ...labelled("expected", withoutRunNames(expected), style),
    ...labelled("actual", withoutRunNames(actual), style),
    ...labelled("requests", one, style),
    ...rest.map((line) => `${" ".repeat(INDENT)}${line}`),
    ...labelled("reproduce", replay, style),
    ...labelled("confirmed", sureness(failure), style),
    ...labelled("counterexample", caseOf(failure), style),
    ...labelled("requirement", `${requirement}: ${statement}`, style),
    ...labelled("not judged", notJudged?.join("; "), style),
  ];
}

/** Returns the smallest failing input if it is short. */
function caseOf({ counterexample }: Failure): string | undefined {
  const text = counterexample === undefined ? undefined : JSON.stringify(counterexample);
  return text !== undefined && text.length <= MAX.title ? text : undefined;
}

/** The column in which the text behind a label begins. */
const INDENT = 18;

function labelled(label: string, text: string | undefined, style: Style): string[] {
  if (text === undefined || text === "") return [];
  const [first = "", ...rest] = safeText(truncate(text, MAX.text)).split("\n");
  return [
    `   ${style.dim(label.padEnd(INDENT - 3))}${first}`,
    ...rest.map((line) => `${" ".repeat(INDENT)}${line}`),
  ];
}

function requestLine(one: Exchange): string {
  const { method, path, status } = one;
  return [
    method,
    safeLine(readablePath(path), MAX.path),
    ...formsIn(one),
    "→",
    status === 0 ? "no response" : status,
  ].join(" ");
}

/**
 * Returns a path with the characters of its query that every client escapes as they are. Other escapes
 * are kept, as they may be what a request is about.
 */
function readablePath(path: string): string {
  const [place = "", query] = path.split(/\?(.*)/s, 2);
  const readable = query?.replaceAll(/%(?:2F|3D|2C|3A|40|21|28|29)/gi, decodeURIComponent);
  return readable === undefined ? place : `${place}?${readable}`;
}

/** Returns the verbs and types that a cause was seen on, and those that it was not seen on. */
function placesOf({ seen = [], unseen = [] }: FailureCause): string {
  if (seen.length === 0) return "";
  return listed(seen) + (unseen.length === 0 ? "" : `; not on ${listed(unseen)}`);
}

function checksOf(first: CheckResult, others: readonly CheckResult[]): string {
  const more = [...new Set(others.map(({ id }) => id))].filter((id) => id !== first.id);
  return more.length === 0 ? first.id : `${first.id}; also ${listed(more)}`;
}

function listed(words: readonly string[]): string {
  const shown = words.slice(0, MAX_LISTED).join(", ");
  const more = words.length - MAX_LISTED;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
