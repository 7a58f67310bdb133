/**
 * Reads the reports that the program is given.
 *
 * @module
 */
import { readTextOf, UsageError } from "../../command_line/mod.ts";
import type { Matrix } from "../../reports/matrix.ts";
import { parseEvents } from "../../reports/events_file.ts";
import { type Report, reportOf } from "../../reports/report.ts";

/**
 * Reads a report from the events of its run, or from `report.json`.
 *
 * @throws {UsageError} when the file cannot be read or holds neither
 */
export async function readReport(path: string): Promise<Report> {
  const text = await readTextOf(path, "the report");
  try {
    return path.endsWith(".ndjson") ? reportOf(parseEvents(text)) : checked(JSON.parse(text));
  } catch (error) {
    throw new UsageError(`Cannot use ${path} as a report: ${messageOf(error)}`);
  }
}

/**
 * Reads a matrix of faults.
 *
 * @throws {UsageError} when the file cannot be read or is none
 */
export async function readMatrix(path: string): Promise<Matrix> {
  const text = await readTextOf(path, "the matrix of faults");
  try {
    const value: Partial<Matrix> | null = JSON.parse(text);
    if (Array.isArray(value?.mutants) && Array.isArray(value.trials)) return value as Matrix;
    throw new TypeError("it has no mutants and trials");
  } catch (error) {
    throw new UsageError(`Cannot use ${path} as a matrix of faults: ${messageOf(error)}`);
  }
}

function checked(value: Partial<Report> | null): Report {
  if (value?.schema !== 1 || !Array.isArray(value.checks) || value.target === undefined) {
    throw new TypeError("it is no report.json of a schema this version knows");
  }
  return value as Report;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
