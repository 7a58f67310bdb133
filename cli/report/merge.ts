/**
 * The command `report merge`.
 *
 * @module
 */
import { defineCommand, makeDirectory, path, UsageError } from "@plumbline/options";
import { gateLines, gateOf } from "@plumbline/reports/gate";
import { mergeReports } from "@plumbline/reports/merge";
import { writeReport } from "@plumbline/reports/formats";
import type { Report } from "@plumbline/reports/report";
import { exitCodeOf } from "../exit_codes.ts";
import {
  formatOption,
  formatsOf,
  GATE_OPTIONS,
  gateOptionsOf,
  implementationOf,
  implementationOption,
} from "../report_options.ts";
import type { CommandContext } from "../terminal.ts";
import { readReport } from "./read_report.ts";

/** The command. */
export const mergeCommand = defineCommand({
  name: "report merge",
  arguments: ["<REPORT...>"],
  description:
    "Merge the reports of all shards of a run (`check --shard`), and exit as the whole run would.",
  options: {
    out: path("DIR", "directory to write to (required)"),
    format: formatOption,
    implementation: implementationOption,
    ...GATE_OPTIONS,
  },
  examples: [
    ["report merge out-1/report.json out-2/report.json --out out", "Merge two shards"],
  ],
  async run({ arguments: paths, options }, { terminal }: CommandContext): Promise<number> {
    const directory = options.out;
    if (directory === undefined) {
      throw new UsageError("report merge needs a directory. Give --out DIR.");
    }
    const gateOptions = await gateOptionsOf(options);
    const report = merged(await Promise.all(paths.map(readReport)));
    await makeDirectory(directory);
    const gate = gateOf(report, gateOptions);
    const written = await writeReport(report, directory, {
      formats: formatsOf(options.format),
      implementation: implementationOf(options.implementation),
      gate,
    });
    for (const line of [...written, ...gateLines(gate)]) terminal.out(`${line}\n`);
    return exitCodeOf(gate, report);
  },
});

function merged(reports: readonly Report[]): Report {
  try {
    return mergeReports(reports);
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}
