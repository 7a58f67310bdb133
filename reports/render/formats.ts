/**
 * The forms a report can be written in, as data.
 *
 * @module
 */
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

/** What a report does not say itself. */
export interface RenderOptions {
  /** Who made the target. */
  readonly implementation?: Implementation;
  /** What the run's gate decided, for test results: they are to say what the exit code says. */
  readonly gate?: Gate;
  /** The faults that the suites were tried on, for the page. */
  readonly matrix?: Matrix;
}

/** A form of the report: one file. */
export interface ReportFormat {
  /** How it is asked for. */
  readonly name: string;
  /** The file's name. */
  readonly file: string;
  /** The file's text. */
  render(report: Report, options: RenderOptions): string;
}

/** All there are, in the order they are written. */
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

/** Writes the files and returns their paths; the directory is made where it is missing. */
export async function writeReport(
  report: Report,
  directory: string,
  { formats = FORMATS, ...options }: RenderOptions & { formats?: readonly ReportFormat[] } = {},
): Promise<string[]> {
  await Deno.mkdir(directory, { recursive: true });
  return await Promise.all(formats.map(async ({ file, render }) => {
    const path = `${directory}/${file}`;
    await Deno.writeTextFile(path, render(report, options));
    return path;
  }));
}
