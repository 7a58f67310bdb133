/**
 * The program: chooses the command and turns errors into exit codes.
 *
 * @module
 */
import { programHelp, suggestion, UsageError } from "../command_line/mod.ts";
import { safeText } from "../reports/text.ts";
import type { Check } from "../suites/check.ts";
import { ConfigurationError } from "../suites/client/configuration_error.ts";
import { CredentialsRefused } from "../suites/client/connect.ts";
import { TargetUnreachable } from "../suites/client/http_client.ts";
import { COMMANDS } from "./commands.ts";
import { EXIT } from "./exit_code.ts";
import type { Io } from "./io.ts";
import { VERSION } from "./version.ts";

/** Runs the program and returns its exit code; a test may bring checks of its own. */
export async function main(
  words: readonly string[],
  io: Io,
  checks?: readonly Check[],
): Promise<number> {
  const [word, ...rest] = words;
  try {
    if (word === "--version") return said(`${VERSION}\n`, io);
    if (word === "--help") {
      return said(programHelp(COMMANDS.flatMap(({ facts }) => facts), io.columns), io);
    }
    const command = COMMANDS.find(({ name }) => name === word);
    if (command === undefined) throw new UsageError(unknownCommand(word));
    const behind = command.facts.every(({ name }) => name.startsWith(`${word} `));
    if (behind && rest[0] === "--help") return said(programHelp(command.facts, io.columns), io);
    return await command.run(rest, io, checks);
  } catch (error) {
    // A message may quote what a target or a file says.
    io.error(`${safeText(describe(error))}\n`);
    return exitCodeFor(error);
  }
}

function said(text: string, io: Io): number {
  io.out(text);
  return EXIT.conformant;
}

function unknownCommand(word: string | undefined): string {
  const names = COMMANDS.map(({ name }) => name);
  return word === undefined
    ? `Give a command: ${names.join(", ")}`
    : `There is no command ${word}${suggestion(word, names)}`;
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
