/**
 * The commands behind `report`.
 *
 * @module
 */
import { suggestion, UsageError } from "../../command_line/mod.ts";
import type { Check } from "../../suites/check.ts";
import type { Io } from "../io.ts";
import { compareCommand } from "./compare.ts";
import { mergeCommand } from "./merge.ts";
import { REPORT_COMMANDS } from "./options.ts";
import { renderReport } from "./render.ts";
import { verifyCommand } from "./verify.ts";

/** Runs the command that the first word names and returns its exit code. */
export async function report(
  words: readonly string[],
  io: Io,
  checks?: readonly Check[],
): Promise<number> {
  const [command, ...rest] = words;
  switch (command) {
    case "render":
      return await renderReport(rest, io);
    case "compare":
      return await compareCommand(rest, io);
    case "merge":
      return await mergeCommand(rest, io);
    case "verify":
      return await verifyCommand(rest, io, checks);
    default:
      throw new UsageError(unknownCommand(command));
  }
}

function unknownCommand(given: string | undefined): string {
  const names = REPORT_COMMANDS.map(({ name }) => name.split(" ")[1]!);
  return given === undefined || given.startsWith("--")
    ? `Give a command: report ${names.join(", report ")}`
    : `There is no command report ${given}${suggestion(given, names)}`;
}
