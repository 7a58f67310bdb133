/**
 * The formats of a report, and how they are written to a directory.
 *
 * @module
 */
import { makeDirectory, writeTextFile } from "@plumbline/runtime/files";
import type { NextStep } from "../cause_lines.ts";
import type { Gate } from "../gate.ts";
import type { Matrix } from "../matrix.ts";
import type { Report } from "../report.ts";
import { safeJson } from "../text.ts";
import { renderBadgeJson, renderBadgeSvg } from "./badge.ts";
import { type Implementation, renderConformance } from "./conformance.ts";
import { renderHtml } from "./html/page.ts";
import { renderJunit } from "./junit.ts";
import { renderSarif } from "./sarif.ts";
import { renderSummary } from "./summary_markdown.ts";

/** Options of {@linkcode writeReport} and of single formats. */
export interface RenderOptions {
  /** The implementation under test, for `conformance.yaml`. */
  readonly implementation?: Implementation;
  /** The decision of a gate, so that test results agree with the exit code. */
  readonly gate?: Gate;
  /** The mutant matrix of the suites, for the HTML page. */
  readonly matrix?: Matrix;
  /** Commands to run next, for the HTML page. */
  readonly next?: readonly NextStep[];
}

/** A format of a report: one file. */
export interface ReportFormat {
  /** The name for the option `--format`. */
  readonly name: ReportFormatName;
  /** The name of the file. */
  readonly file: string;
  /** Returns the content of the file. */
  render(report: Report, options: RenderOptions): string;
}

/** All formats, in the order in which they are written. */
export const FORMATS: readonly ReportFormat[] = [
  {
    name: "json",
    file: "report.json",
    render: (report) => `${safeJson(report, 2)}\n`,
  },
  { name: "html", file: "report.html", render: renderHtml },
  { name: "summary", file: "summary.md", render: renderSummary },
  { name: "junit", file: "junit.xml", render: renderJunit },
  {
    name: "conformance",
    file: "conformance.yaml",
    render: (report, { implementation }) => renderConformance(report, implementation),
  },
  { name: "badge", file: "badge.json", render: renderBadgeJson },
  { name: "svg", file: "badge.svg", render: renderBadgeSvg },
  { name: "sarif", file: "report.sarif", render: renderSarif },
];

/** The name of a report format. */
export type ReportFormatName =
  | "json"
  | "html"
  | "summary"
  | "junit"
  | "conformance"
  | "badge"
  | "svg"
  | "sarif";

/**
 * Renders a report in one format.
 *
 * @param report the report to render
 * @param format the name of the format
 * @returns the content of the file
 *
 * @example
 * ```ts
 * import { assertStringIncludes } from "@std/assert";
 * import { renderReport, reportOf } from "@plumbline/plumbline/reports";
 *
 * const report = reportOf([{
 *   type: "run started", schema: 2, run: "one", suiteVersion: "0.1.0", seed: 7,
 *   at: "2026-01-01T00:00:00Z", requirements: [], checks: [],
 *   target: { url: "http://localhost:8001", dialect: "svc" },
 * }]);
 * assertStringIncludes(renderReport(report, "junit"), "<testsuites");
 * ```
 */
export function renderReport(report: Report, format: ReportFormatName): string {
  return FORMATS.find(({ name }) => name === format)!.render(report, {});
}

/** Writes a report to a directory, which is created if necessary, and returns the paths. */
export async function writeReport(
  report: Report,
  directory: string,
  { formats = FORMATS, ...options }: RenderOptions & { formats?: readonly ReportFormat[] } = {},
): Promise<string[]> {
  await makeDirectory(directory);
  return await Promise.all(formats.map(async ({ file, render }) => {
    const path = `${directory}/${file}`;
    await writeTextFile(path, render(report, options));
    return path;
  }));
}
