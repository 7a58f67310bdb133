/**
 * Renders `summary.md`: the summary of a CI job.
 *
 * @module
 */
import { firstOf, type ReasonGroup } from "../by_reason.ts";
import { unjudgedByReason } from "../unjudged.ts";
import { type CheckResult, VERDICTS } from "../events.ts";
import { featureLines, notJudged, undecided } from "../summary.ts";
import { type Gate, gateLines } from "../gate.ts";
import {
  failureGroups,
  headingOf,
  knownDeviations,
  missingParts,
  NOT_SERVED,
} from "../failure_groups.ts";
import { areasOf, checksWith, type Report } from "../report.ts";
import { failureText, requirementsLine, verdictSentence } from "../summary.ts";
import { formatDuration, pluralize, safeLine, safeText } from "../text.ts";

/** Maximum number of characters of failures: summaries of CI jobs are limited to a megabyte. */
const MAX_FAILURES_SIZE = 400_000;

/** Maximum number of items of a list. */
const MAX_ITEMS = 200;

/** Returns the report as GitHub Flavored Markdown. */
export function renderSummary(report: Report, { gate }: { readonly gate?: Gate } = {}): string {
  const { checks, staleDeviations, leftBehind } = report;
  return [
    ...headLines(report),
    ...(gate === undefined ? [] : gateLines(gate)).flatMap((one) => ["", proseOf(one)]),
    "",
    `${requirementsLine(report)}.`,
    ...totalsTable(report),
    ...areaTable(report),
    ...list(
      NOT_SERVED,
      missingParts(report).map(({ feature, seen }) => `- ${codeOf(feature)}: ${proseOf(seen)}`),
    ),
    ...failuresLines(report),
    ...list("Known deviations", knownDeviations(report, false).map(reasonLine)),
    ...list(
      "Deviations that every kube-apiserver has, too",
      knownDeviations(report, true).map(({ id, failures: [failure] }) =>
        `- ${codeOf(id)} ${proseOf(failure!.statement)}`
      ),
    ),
    ...list(
      "Stale known deviations: remove them from their file",
      staleDeviations.map(({ check, why }) => `- ${codeOf(check)} ${proseOf(why)}`),
    ),
    ...list(
      "Optional features",
      featureLines(report.features ?? []).map((line) => `- ${codeOf(line)}`),
    ),
    ...list("Unsupported", reasonLines(notJudged(checksWith(checks, "unsupported")), "check")),
    ...list(
      "Not checked (skipped), and what to provide",
      reasonLines(notJudged(checksWith(checks, "skipped")), "check"),
    ),
    ...list(
      "Passed, but not decided for some resource types",
      reasonLines(undecided(checksWith(checks, "pass")), "check"),
    ),
    ...list(
      "Requirements of level must that were not judged",
      reasonLines(unjudgedByReason(report.unjudged ?? []), "requirement"),
    ),
    ...list("Left behind on the target", leftBehind.map((path) => `- ${codeOf(path)}`)),
    "",
  ].join("\n");
}

function headLines(report: Report): string[] {
  const { target, verdict, aborted, seed, dialect, suiteVersion, requests } = report;
  const time = Date.parse(report.finished) - Date.parse(report.started);
  return [
    `## Plumbline: ${proseOf(verdict)}`,
    "",
    `${codeOf(target.url)}${target.version ? ` ${proseOf(target.version)}` : ""}, dialect ` +
    `${proseOf(dialect)}, seed ${seed}, suites ${proseOf(suiteVersion)}: ` +
    `${pluralize(requests, "request")} in ${formatDuration(time)}.`,
    ...(aborted === undefined ? [] : ["", `The run ended early: ${codeOf(aborted)}`]),
  ];
}

function totalsTable({ totals }: Report): string[] {
  const present = VERDICTS.filter((verdict) => totals[verdict] > 0);
  if (present.length === 0) return ["", "No check ran."];
  return ["", ...table([present, present.map((verdict) => String(totals[verdict]))])];
}

function areaTable({ checks }: Report): string[] {
  if (checks.length === 0) return [];
  const present = VERDICTS.filter((verdict) => checksWith(checks, verdict).length > 0);
  return [
    "",
    "<details><summary>By area</summary>",
    "",
    ...table([
      ["area", ...present, "time"],
      ...areasOf(checks).map(({ area, totals, duration }) => [
        proseOf(area),
        ...present.map((verdict) => totals[verdict] === 0 ? "" : String(totals[verdict])),
        formatDuration(duration),
      ]),
    ]),
    "",
    "</details>",
  ];
}

function failuresLines(report: Report): string[] {
  const groups = failureGroups(report);
  if (groups.length === 0) return [];
  let remaining = MAX_FAILURES_SIZE;
  let listed = 0;
  const lines = ["", "### Failures", ""];
  for (const group of groups) {
    if (listed >= MAX_ITEMS) break;
    const { cause, checks } = group;
    const heading = headingOf(group, report);
    if (heading !== undefined) lines.push(`**${heading}:** ${codeOf(cause!.title)}`, "");
    for (const check of checks.slice(0, MAX_ITEMS - listed)) {
      const block = blockOf(failureText(check));
      remaining -= block.length;
      lines.push(`- **${check.verdict}** ${codeOf(check.id)} ${proseOf(check.title)}`);
      lines.push(`  ${codeOf(verdictSentence(check))}`);
      if (remaining > 0) lines.push(...foldedLines(block));
      listed++;
    }
    if (checks.length > 1) lines.push("");
  }
  const all = groups.reduce((sum, { checks }) => sum + checks.length, 0);
  if (all > listed) lines.push(`- … and ${all - listed} more`);
  return lines;
}

function foldedLines(block: string): string[] {
  const lines = ["<details><summary>Reproduce</summary>", "", ...block.split("\n"), ""];
  return ["", ...lines, "</details>", ""].map((line) => line === "" ? "" : `  ${line}`);
}

function reasonLine(check: CheckResult): string {
  return `- ${codeOf(check.id)} ${codeOf(check.reason ?? "unknown reason")}`;
}

/** Maximum number of names beside a reason. */
const MAX_NAMES = 12;

/** Returns a line for each reason, with the names of what it holds for. */
function reasonLines(groups: readonly ReasonGroup<string>[], noun: string): string[] {
  return groups.map(({ reason, things }) => {
    if (things.length === 1) return `- ${codeOf(things[0]!)} ${codeOf(reason)}`;
    const names = firstOf(things.map(codeOf), MAX_NAMES);
    return `- ${pluralize(things.length, noun)}: ${codeOf(reason)} (${names})`;
  });
}

function list(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MAX_ITEMS;
  return [
    "",
    `### ${title}`,
    "",
    ...lines.slice(0, MAX_ITEMS),
    ...(more > 0 ? [`- … and ${more} more`] : []),
  ];
}

function table([head, ...rows]: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head!), line(head!.map(() => "---")), ...rows.map(line)];
}

/** Escapes text for Markdown prose: no emphasis, tags, images or named links. */
function proseOf(text: string): string {
  return safeLine(text).replaceAll(/[\\`*_{}[\]()<>#!|~$&@]/g, "\\$&");
}

/** Returns the text as inline code. Not for tables, where a bar would end the cell. */
function codeOf(text: string): string {
  const line = safeLine(text);
  if (line.trim() === "") return "(empty)";
  const fence = "`".repeat(longestRun(line) + 1);
  // The space separates a backtick of the text from the fence.
  const space = /^`|`$/.test(line) ? " " : "";
  return fence + space + line + space + fence;
}

/** Returns the text as a code block, of a language if given. */
function blockOf(text: string, language = ""): string {
  const lines = safeText(text);
  const fence = "`".repeat(Math.max(3, longestRun(lines) + 1));
  return `${fence}${language}\n${lines}\n${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
