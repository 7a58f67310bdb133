/**
 * Programs of one command, beside the one with many: its words, its help, its errors of use.
 *
 * @module
 */
import { type CommandFacts, type Given, parseArguments, UsageError } from "./arguments.ts";
import { commandHelp } from "./help.ts";

/** The exit code of a command line that makes no sense. */
export const USAGE_EXIT_CODE = 2;

/** Where a program writes; the process's own streams where nothing else is given. */
export interface ProgramStreams {
  /** Writes to standard output. */
  out(text: string): void;
  /** Writes to standard error. */
  error(text: string): void;
}

/**
 * Reads the words by the command's table and runs it on what was given; `--help` is answered, and a
 * {@linkcode UsageError} is told, here.
 *
 * @returns what `run` returns, 0 after the help, 2 for wrong usage
 */
export async function runProgram(
  command: CommandFacts,
  words: readonly string[],
  run: (given: Given) => number | Promise<number>,
  { out, error }: ProgramStreams = OWN_STREAMS,
): Promise<number> {
  try {
    const given = parseArguments(words, command);
    if (!given.options.has("help")) return await run(given);
    out(commandHelp(command));
    return 0;
  } catch (mistake) {
    if (!(mistake instanceof UsageError)) throw mistake;
    error(`${mistake.message}\n`);
    return USAGE_EXIT_CODE;
  }
}

const OWN_STREAMS: ProgramStreams = {
  out: (text) => writeAll(Deno.stdout, text),
  error: (text) => writeAll(Deno.stderr, text),
};

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
}
