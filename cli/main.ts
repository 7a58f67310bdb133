/**
 * The program: chooses the command and turns errors into exit codes.
 *
 * @module
 */
import {
  type Check,
  ConfigurationError,
  CredentialsRefused,
  TargetUnreachable,
} from "../suites/mod.ts";
import { UsageError } from "./arguments.ts";
import { check } from "./check.ts";
import { CHECK_COMMAND } from "./check_options.ts";
import { cleanup } from "./cleanup.ts";
import { CLEANUP_COMMAND } from "./cleanup_options.ts";
import { EXIT } from "./exit_code.ts";
import { programHelp } from "./help.ts";
import { FAULTS_COMMAND, listFaults } from "./faults.ts";
import type { Io } from "./io.ts";
import { suggestion } from "./nearest.ts";
import { report } from "./report.ts";
import { REPORT_COMMANDS } from "./report_options.ts";
import { listRequirements, REQUIREMENTS_COMMAND } from "./requirements.ts";
import { serve } from "./serve.ts";
import { SERVE_COMMAND } from "./serve_options.ts";
import { VERSION } from "./version.ts";

const COMMANDS = [
  CHECK_COMMAND,
  CLEANUP_COMMAND,
  SERVE_COMMAND,
  REQUIREMENTS_COMMAND,
  ...REPORT_COMMANDS,
  FAULTS_COMMAND,
];

/** Runs the program and returns its exit code; a test may bring checks of its own. */
export async function main(
  words: readonly string[],
  io: Io,
  checks?: readonly Check[],
): Promise<number> {
  const [command, ...rest] = words;
  try {
    switch (command) {
      case "check":
        return await check(rest, io, checks);
      case "cleanup":
        return await cleanup(rest, io);
      case "report":
        return await report(rest, io);
      case "serve":
        return await serve(rest, io);
      case "requirements":
        return listRequirements(rest, io);
      case "faults":
        return listFaults(rest, io);
      case "--version":
        io.out(`${VERSION}\n`);
        return EXIT.conformant;
      case "--help":
        io.out(programHelp(COMMANDS));
        return EXIT.conformant;
      default:
        throw new UsageError(unknownCommand(command));
    }
  } catch (error) {
    io.error(`${describe(error)}\n`);
    return exitCodeFor(error);
  }
}

function unknownCommand(command: string | undefined): string {
  const names = [...new Set(COMMANDS.map(({ name }) => name.split(" ")[0]!))];
  return command === undefined
    ? `Give a command: ${names.join(", ")}`
    : `There is no command ${command}${suggestion(command, names)}`;
}

function exitCodeFor(error: unknown): number {
  if (error instanceof UsageError || error instanceof ConfigurationError) return EXIT.usage;
  // A port that is taken, or a directory that cannot be written to, is the caller's to change.
  if (error instanceof Deno.errors.AddrInUse || error instanceof Deno.errors.PermissionDenied) {
    return EXIT.usage;
  }
  if (error instanceof TargetUnreachable || error instanceof CredentialsRefused) {
    return EXIT.unreachable;
  }
  return EXIT.suiteBroke;
}

/** Only an error nobody foresaw needs to say where it came from. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return exitCodeFor(error) === EXIT.suiteBroke ? error.stack ?? error.message : error.message;
}
