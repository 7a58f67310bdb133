/**
 * The command `report merge`.
 *
 * @module
 */
import {
  commandHelp,
  makeDirectory,
  parseArguments,
  textOf,
  UsageError,
} from "../../command_line/mod.ts";
import { gateOf, gateSentences } from "../../reports/gate.ts";
import { mergeReports } from "../../reports/merge.ts";
import { writeReport } from "../../reports/render/formats.ts";
import { EXIT, exitCodeOf } from "../exit_code.ts";
import { gateOptionsOf } from "../gate.ts";
import type { Io } from "../io.ts";
import { readReport } from "./file.ts";
import { formatsOf, implementationOf, MERGE_COMMAND } from "./options.ts";

/** Writes the report of all shards, and ends as a run of all their checks would have. */
export async function mergeCommand(words: readonly string[], io: Io): Promise<number> {
  const { many: paths = [], options } = parseArguments(words, MERGE_COMMAND);
  if (options.has("help")) {
    io.out(commandHelp(MERGE_COMMAND, io.columns));
    return EXIT.conformant;
  }
  const directory = textOf(options, "out");
  if (paths.length < 1 || directory === undefined) {
    throw new UsageError("report merge needs the reports of the shards and --out DIR");
  }
  const gateOptions = await gateOptionsOf(options);
  const report = merged(await Promise.all(paths.map(readReport)));
  await makeDirectory(directory);
  const gate = gateOf(report, gateOptions);
  const written = await writeReport(report, directory, {
    formats: formatsOf(options),
    implementation: implementationOf(options.get("implementation") ?? []),
    gate,
  });
  for (const path of written) io.out(`${path}\n`);
  for (const sentence of gateSentences(gate)) io.out(`${sentence}\n`);
  return exitCodeOf(gate, report);
}

function merged(reports: Parameters<typeof mergeReports>[0]): ReturnType<typeof mergeReports> {
  try {
    return mergeReports(reports);
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}
