/**
 * `summary.md`: what a CI job shows of a run.
 *
 * @module
 */
import { type CheckResult, VERDICTS } from "../events.ts";
import { featureLines } from "../summary.ts";
import { type Gate, gateSentences } from "../gate.ts";
import { areasOf, checksWith, type Report } from "../report.ts";
import { failureText, verdictSentence } from "./failure_text.ts";
import { formatDuration, pluralize, safeLine, safeText } from "../text.ts";

/** How many characters of packages are shown: a CI job's summary may have a megabyte in all. */
const PACKAGES = 400_000;

/** How many lines of a list are shown. */
const LISTED = 200;

/** The report as Markdown of GitHub's flavour. */
export function renderSummary(report: Report, { gate }: { readonly gate?: Gate } = {}): string {
  const { checks, staleDeviations, leftBehind } = report;
  return [
    ...headLines(report),
    ...(gate === undefined ? [] : gateSentences(gate)).flatMap((one) => ["", proseOf(one)]),
    ...totalsTable(report),
    ...areaTable(report),
    ...packageLines(checksWith(checks, "fail", "error", "warn")),
    ...list("Known deviations", checksWith(checks, "known deviation").map(reasonLine)),
    ...list(
      "Known deviations to take off their list",
      staleDeviations.map(({ check, why }) => `- ${codeOf(check)} ${proseOf(why)}`),
    ),
    ...list("Features", featureLines(report.features ?? []).map((line) => `- ${codeOf(line)}`)),
    ...list("Unsupported", checksWith(checks, "unsupported").map(reasonLine)),
    ...list("Skipped", checksWith(checks, "skipped").map(reasonLine)),
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
    ...(aborted === undefined ? [] : ["", `The run was ended: ${codeOf(aborted)}`]),
  ];
}

function totalsTable({ totals }: Report): string[] {
  const shown = VERDICTS.filter((verdict) => totals[verdict] > 0);
  if (shown.length === 0) return ["", "No check ran."];
  return ["", ...table([shown, shown.map((verdict) => String(totals[verdict]))])];
}

function areaTable({ checks }: Report): string[] {
  if (checks.length === 0) return [];
  const shown = VERDICTS.filter((verdict) => checksWith(checks, verdict).length > 0);
  return [
    "",
    "<details><summary>By area</summary>",
    "",
    ...table([
      ["area", ...shown, "time"],
      ...areasOf(checks).map(({ area, totals, duration }) => [
        proseOf(area),
        ...shown.map((verdict) => totals[verdict] === 0 ? "" : String(totals[verdict])),
        formatDuration(duration),
      ]),
    ]),
    "",
    "</details>",
  ];
}

function packageLines(checks: readonly CheckResult[]): string[] {
  if (checks.length === 0) return [];
  let room = PACKAGES;
  const lines = ["", "### Failures", ""];
  for (const check of checks.slice(0, LISTED)) {
    const block = blockOf(failureText(check));
    room -= block.length;
    lines.push(`- **${check.verdict}** ${codeOf(check.id)} ${proseOf(check.title)}`);
    lines.push(`  ${codeOf(verdictSentence(check))}`);
    if (room > 0) lines.push(...foldedLines(block));
  }
  if (checks.length > LISTED) lines.push(`- … and ${checks.length - LISTED} more`);
  return lines;
}

function foldedLines(block: string): string[] {
  const lines = ["<details><summary>See it again</summary>", "", ...block.split("\n"), ""];
  return ["", ...lines, "</details>", ""].map((line) => line === "" ? "" : `  ${line}`);
}

function reasonLine(check: CheckResult): string {
  return `- ${codeOf(check.id)} ${codeOf(check.reason ?? "no reason is known")}`;
}

function list(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - LISTED;
  return [
    "",
    `### ${title}`,
    "",
    ...lines.slice(0, LISTED),
    ...(more > 0 ? [`- … and ${more} more`] : []),
  ];
}

function table([head, ...rows]: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head!), line(head!.map(() => "---")), ...rows.map(line)];
}

/** The text as prose: no emphasis, tag, image or named link comes of it. */
export function proseOf(text: string): string {
  return safeLine(text).replaceAll(/[\\`*_{}[\]()<>#!|~$&@]/g, "\\$&");
}

/** The text as code on one line; not within a table, where a bar would end the cell. */
export function codeOf(text: string): string {
  const line = safeLine(text);
  if (line.trim() === "") return "(nothing)";
  const fence = "`".repeat(longestRun(line) + 1);
  // The space keeps a backtick of the text's from joining the fence.
  const space = /^`|`$/.test(line) ? " " : "";
  return fence + space + line + space + fence;
}

/** The text as a block of code, of a language where one is named. */
export function blockOf(text: string, language = ""): string {
  const lines = safeText(text);
  const fence = "`".repeat(Math.max(3, longestRun(lines) + 1));
  return `${fence}${language}\n${lines}\n${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
