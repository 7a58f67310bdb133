/**
 * `--failed`: runs again what failed in a report, with its seed and number of cases.
 *
 * @module
 */
import { UsageError } from "@plumbline/options";
import type { Report } from "@plumbline/reports/report";
import { readReport } from "../report/read_report.ts";
import type { CheckSettings } from "./options.ts";

/**
 * Returns the settings of a run of the checks that failed or warned in a report: with the same seed
 * and number of cases they generate the same cases.
 *
 * @throws {UsageError} if the report cannot be read, or nothing failed in it
 */
export async function settingsOfFailed(
  settings: CheckSettings,
  path: string,
): Promise<CheckSettings> {
  const report = await readReport(path);
  const only = failedChecks(report);
  if (only.length === 0) {
    throw new UsageError(`Cannot use --failed ${path}: no check failed in this report.`);
  }
  return { ...settings, only, seed: report.seed, runs: report.runs ?? settings.runs };
}

function failedChecks({ checks }: Report): string[] {
  return checks.filter(({ verdict, failures }) =>
    verdict === "error" || failures.some((failure) => failure.verdict !== "known deviation")
  ).map(({ id }) => id);
}
