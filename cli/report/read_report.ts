/**
 * Reads report and matrix files.
 *
 * @module
 */
import { readTextOf, UsageError } from "@plumbline/options";
import { parseEvents } from "@plumbline/reports/events_file";
import type { Matrix } from "@plumbline/reports/matrix";
import { type Report, reportOf } from "@plumbline/reports/report";
import { type OldReport, reportOfSchema1 } from "@plumbline/reports/schema_1";
import { safeLine } from "@plumbline/reports/text";

/**
 * Reads a report from `report.json` or from the events of its run.
 *
 * @throws {UsageError} if the file cannot be read or is neither
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
 * Reads a mutant matrix.
 *
 * @throws {UsageError} if the file cannot be read or is not a matrix
 */
export async function readMatrix(path: string): Promise<Matrix> {
  const text = await readTextOf(path, "the mutant matrix");
  try {
    const value: Partial<Matrix> | null = JSON.parse(text);
    if (Array.isArray(value?.mutants) && Array.isArray(value.trials)) return value as Matrix;
    throw new TypeError("it has no mutants and trials");
  } catch (error) {
    throw new UsageError(`Cannot use ${path} as a mutant matrix: ${messageOf(error)}`);
  }
}

function checked(value: Partial<Report | OldReport> | null): Report {
  const isReport = Array.isArray(value?.checks) && value.target !== undefined;
  if (isReport && value.schema === 1) return reportOfSchema1(value as OldReport);
  if (isReport && value.schema === 2) return value as Report;
  throw new TypeError("it is not a report.json of schema 1 or 2");
}

function messageOf(error: unknown): string {
  return safeLine(error instanceof Error ? error.message : String(error));
}
