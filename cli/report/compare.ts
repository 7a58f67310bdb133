/**
 * The command `report compare`.
 *
 * @module
 */
import { commandHelp, parseArguments, UsageError } from "../../command_line/mod.ts";
import { acrossReports, type CheckChange, compareReports } from "../../reports/compare.ts";
import { safeLine } from "../../reports/text.ts";
import type { Report } from "../../reports/report.ts";
import { VERDICTS } from "../../reports/events.ts";
import { EXIT } from "../exit_code.ts";
import type { Io } from "../io.ts";
import { readReport } from "./file.ts";
import { COMPARE_COMMAND } from "./options.ts";

/** Tells what changed from the first report to the second, or sets more than two side by side. */
export async function compareCommand(words: readonly string[], io: Io): Promise<number> {
  const { many: paths = [], options } = parseArguments(words, COMPARE_COMMAND);
  if (options.has("help")) {
    io.out(commandHelp(COMPARE_COMMAND, io.columns));
    return EXIT.conformant;
  }
  if (paths.length < 2) throw new UsageError("report compare needs at least two reports");
  const reports = await Promise.all(paths.map(readReport));
  const lines = reports.length === 2
    ? changeLines(reports[0]!, reports[1]!)
    : acrossLines(reports, paths);
  for (const line of lines) io.out(`${line}\n`);
  return EXIT.conformant;
}

function changeLines(before: Report, now: Report): string[] {
  const { runs, checks, requirements } = compareReports(before, now);
  return [
    ...runs.map((line) => `run: ${safeLine(line)}`),
    ...requirements.map(({ requirement, change }) =>
      `requirement ${safeLine(requirement)}: ${change}`
    ),
    ...checks.flatMap(changeOf),
    `${checks.length} checks and ${requirements.length} requirements changed`,
  ];
}

function changeOf(change: CheckChange): string[] {
  const { check, before, now, brokenBefore, brokenNow, because } = change;
  const side = (verdict: string | undefined, broken?: string) =>
    broken === undefined ? verdict ?? "not due" : `${verdict} (${safeLine(broken)})`;
  const why = because.length === 0 ? ["nothing but the target can be why"] : because;
  return [
    `check ${safeLine(check)}: ${side(before, brokenBefore)} → ${side(now, brokenNow)}`,
    ...why.map((line) => `  ${safeLine(line)}`),
  ];
}

function acrossLines(reports: readonly Report[], paths: readonly string[]): string[] {
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
