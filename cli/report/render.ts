/**
 * The command `report render`.
 *
 * @module
 */
import { defineCommand, makeDirectory, path } from "@plumbline/options";
import { writeReport } from "@plumbline/reports/formats";
import { EXIT } from "../exit_codes.ts";
import {
  formatOption,
  formatsOf,
  implementationOf,
  implementationOption,
} from "../report_options.ts";
import type { CommandContext } from "../terminal.ts";
import { readMatrix, readReport } from "./read_report.ts";

/** The command. */
export const renderCommand = defineCommand({
  name: "report render",
  arguments: ["<FILE>"],
  description: "Write the report formats of a recorded run from its events.ndjson or report.json.",
  options: {
    out: path("DIR", "directory to write to (default: that of FILE)"),
    format: formatOption,
    implementation: implementationOption,
    matrix: path("FILE", "matrix.json to show in report.html"),
  },
  examples: [
    ["report render out/events.ndjson", "Write all formats next to the events"],
    [
      "report render out/events.ndjson --format junit,summary --out ci",
      "Write two formats to another directory",
    ],
  ],
  async run({ arguments: [file = ""], options }, { terminal }: CommandContext): Promise<number> {
    const report = await readReport(file);
    const directory = options.out ?? (file.replace(/\/?[^/]*$/, "") || ".");
    await makeDirectory(directory);
    const written = await writeReport(report, directory, {
      formats: formatsOf(options.format),
      implementation: implementationOf(options.implementation),
      ...(options.matrix !== undefined && { matrix: await readMatrix(options.matrix) }),
    });
    for (const path of written) terminal.out(`${path}\n`);
    return EXIT.conformant;
  },
});
