/**
 * Writes a report's forms into a directory.
 *
 * @module
 */
import type { Report } from "../model.ts";
import { FORMATS, type RenderOptions, type ReportFormat } from "./formats.ts";

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
