/**
 * The command `report compare`.
 *
 * @module
 */
import { defineCommand, UsageError } from "@plumbline/options";
import {
  acrossReports,
  type CheckChange,
  compareReports,
  type Comparison,
} from "@plumbline/reports/compare";
import { VERDICTS } from "@plumbline/reports/events";
import type { Report } from "@plumbline/reports/report";
import { pluralize, safeLine } from "@plumbline/reports/text";
import { EXIT } from "../exit_codes.ts";
import type { CommandContext } from "../terminal.ts";
import { readReport } from "./read_report.ts";

/** The command. */
export const compareCommand = defineCommand({
  name: "report compare",
  arguments: ["<REPORT...>"],
  description: "Show what changed between two reports, or a table of three and more.",
  options: {},
  examples: [
    ["report compare last/report.json out/report.json", "Show what changed since the last run"],
    [
      "report compare one/report.json two/report.json three/report.json",
      "Compare three servers in a table",
    ],
  ],
  async run({ arguments: paths }, { terminal }: CommandContext): Promise<number> {
    if (paths.length < 2) throw new UsageError("report compare needs at least two reports.");
    const reports = await Promise.all(paths.map(readReport));
    const lines = reports.length === 2
      ? changeLines(reports[0]!, reports[1]!)
      : tableLines(reports, paths);
    for (const line of lines) terminal.out(`${line}\n`);
    return EXIT.conformant;
  },
});

function changeLines(before: Report, now: Report): string[] {
  const { runs, checks, requirements, alone } = compareReports(before, now);
  return [
    ...runs.map((line) => `run: ${safeLine(line)}`),
    ...requirements.map(({ requirement, change }) =>
      `requirement ${safeLine(requirement)}: ${change}`
    ),
    ...checks.flatMap(changeOf),
    ...aloneLines(alone),
    `${checks.length} checks and ${requirements.length} requirements changed`,
  ];
}

/** Returns what is not compared, as only one of the reports has it. */
function aloneLines({ before, now }: Comparison["alone"]): string[] {
  return [
    ...(before > 0
      ? [`only in the first report, not compared: ${pluralize(before, "check")}`]
      : []),
    ...(now > 0 ? [`only in the second report, not compared: ${pluralize(now, "check")}`] : []),
  ];
}

function changeOf(change: CheckChange): string[] {
  const { check, before, now, violatedBefore, violatedNow, reasons } = change;
  const side = (verdict: string, violated: readonly string[]) =>
    violated.length === 0 ? verdict : `${verdict} (${safeLine(violated.join(", "))})`;
  const why = reasons.length === 0
    ? ["suites, requirements and seed are the same: the server changed"]
    : reasons;
  return [
    `check ${safeLine(check)}: ${side(before, violatedBefore)} → ${side(now, violatedNow)}`,
    ...why.map((line) => `  ${safeLine(line)}`),
  ];
}

function tableLines(reports: readonly Report[], paths: readonly string[]): string[] {
  const rows = acrossReports(reports);
  const heads = reports.map(({ target }) => safeLine(target.version ?? target.url, 40));
  const width = Math.max(20, ...rows.map(({ check }) => check.length));
  const columns = heads.map((head) => Math.max(head.length, 15));
  const line = (first: string, cells: readonly string[]) =>
    [first.padEnd(width), ...cells.map((cell, index) => cell.padEnd(columns[index]!))]
      .join("  ").trimEnd();
  return [
    ...paths.map((path, index) => `${heads[index]}: ${safeLine(path)}`),
    "",
    line("", heads),
    ...VERDICTS.filter((verdict) => reports.some(({ totals }) => totals[verdict] > 0))
      .map((verdict) => line(verdict, reports.map(({ totals }) => String(totals[verdict])))),
    "",
    ...rows.map(({ check, verdicts }) =>
      line(safeLine(check), verdicts.map((verdict) => verdict ?? "-"))
    ),
    `${rows.length} checks differ`,
  ];
}
