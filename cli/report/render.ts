/**
 * The command `report render`.
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
import { writeReport } from "../../reports/render/formats.ts";
import { EXIT } from "../exit_code.ts";
import type { Io } from "../io.ts";
import { readMatrix, readReport } from "./file.ts";
import { formatsOf, implementationOf, RENDER_COMMAND } from "./options.ts";

/** Writes the forms of a recorded run's report. */
export async function renderReport(words: readonly string[], io: Io): Promise<number> {
  const { argument, options } = parseArguments(words, RENDER_COMMAND);
  if (options.has("help")) {
    io.out(commandHelp(RENDER_COMMAND, io.columns));
    return EXIT.conformant;
  }
  if (argument === undefined) throw new UsageError("report render needs a file of events");
  const report = await readReport(argument);
  const directory = textOf(options, "out") ?? (argument.replace(/\/?[^/]*$/, "") || ".");
  const matrix = textOf(options, "matrix");
  await makeDirectory(directory);
  const written = await writeReport(report, directory, {
    formats: formatsOf(options),
    implementation: implementationOf(options.get("implementation") ?? []),
    ...(matrix !== undefined && { matrix: await readMatrix(matrix) }),
  });
  for (const path of written) io.out(`${path}\n`);
  return EXIT.conformant;
}
