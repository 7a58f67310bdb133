/**
 * The commands behind `report`.
 *
 * @module
 */
import { UsageError } from "./arguments.ts";
import type { Io } from "./io.ts";
import { suggestion } from "./nearest.ts";
import { REPORT_COMMANDS } from "./report_options.ts";
import { renderReport } from "./report_render.ts";

/** Runs the command that the first word names and returns its exit code. */
export async function report(words: readonly string[], io: Io): Promise<number> {
  const [command, ...rest] = words;
  switch (command) {
    case "render":
      return await renderReport(rest, io);
    default:
      throw new UsageError(unknownCommand(command));
  }
}

function unknownCommand(given: string | undefined): string {
  const names = REPORT_COMMANDS.map(({ name }) => name.replace("report ", ""));
  return given === undefined || given.startsWith("--")
    ? `Give a command: report ${names.join(", report ")}`
    : `There is no command report ${given}${suggestion(given, names)}`;
}
