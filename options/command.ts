/**
 * Commands of the program and of the laboratory: reads command lines and prints help with Commander.
 * Commander splits the words, formats the help and suggests names; what it reports becomes a
 * `UsageError` of one line.
 *
 * @module
 */
import {
  Command as CommanderCommand,
  CommanderError,
  Help,
  Option as CommanderOption,
} from "commander";
import { PROGRAM } from "@plumbline/runtime/program";
import { writeStandard } from "@plumbline/runtime/process";
import { flagOf, type OptionTable, UsageError, type ValuesOf } from "./option.ts";

/** A command, run as `deno task NAME`. */
export interface Command<Options extends OptionTable = OptionTable> {
  /** One word, or two as in `report merge`. */
  readonly name: string;
  /** The command's arguments: `[URL]` is optional, `<FILE>` required, `<FILE...>` one or more. */
  readonly arguments?: readonly string[];
  readonly description: string;
  readonly options: Options;
  /** Command lines without `deno task`, each with a description. */
  readonly examples: readonly (readonly [line: string, does: string])[];
}

/** Arguments and options of a command line. */
export interface Given<Options extends OptionTable> {
  readonly arguments: readonly string[];
  readonly options: ValuesOf<Options>;
}

/** A command that can be run. */
export interface RunnableCommand<Context> extends Command {
  /** Runs the command and returns the exit code. */
  run(given: Given<OptionTable>, context: Context): number | Promise<number>;
}

/** Declares a command with the types of its options. */
export function defineCommand<const Options extends OptionTable, Context>(
  command: Command<Options> & {
    run(given: Given<Options>, context: Context): number | Promise<number>;
  },
): Command<Options> & RunnableCommand<Context> {
  return command;
}

/** Output of a program. */
export interface OutputStreams {
  /** Writes to standard output. */
  out(text: string): void;
  /** Writes to standard error. */
  error(text: string): void;
  /** Columns of the terminal, if there is one. */
  readonly columns?: number;
}

/** Exit code for wrong usage. */
export const USAGE_EXIT_CODE = 2;

/** Width of the help if the terminal's is unknown. */
const DEFAULT_COLUMNS = 100;

/**
 * Runs the command that the words name.
 *
 * @returns the command's exit code, or 0 after `--help` or `--version`
 * @throws {UsageError} if the words are not a valid command line
 */
export async function runCommands<Context>(
  commands: readonly RunnableCommand<Context>[],
  words: readonly string[],
  { context, streams, version, description }: {
    context: Context;
    streams: OutputStreams;
    version?: string;
    description?: string;
  },
): Promise<number> {
  let code = 0;
  const program = buildProgram(commands, streams, async (command, given) => {
    code = await command.run(given, context);
  });
  if (version) program.version(version, "--version", "show the version");
  if (description) program.description(description);
  try {
    await program.parseAsync(words, { from: "user" });
    return code;
  } catch (error) {
    return endOf(error, words, commands);
  }
}

/**
 * Runs a program of one command, as those of the laboratory are; prints its usage errors.
 *
 * @returns the command's exit code, 0 after `--help`, 2 for wrong usage
 */
export async function runTool<Options extends OptionTable>(
  command: Command<Options>,
  words: readonly string[],
  run: (given: Given<Options>) => number | Promise<number>,
  streams: OutputStreams = PROCESS_STREAMS,
): Promise<number> {
  try {
    const tool = defineCommand({ ...command, run });
    return await runCommands([tool], [command.name, ...words], { context: undefined, streams });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    streams.error(`${error.message}\n`);
    return USAGE_EXIT_CODE;
  }
}

/**
 * Parses the words after a command's name without running it.
 *
 * @throws {UsageError} if they are not valid
 */
export function parseCommandLine<Options extends OptionTable>(
  command: Command<Options>,
  words: readonly string[],
): Given<Options> {
  let parsed: Given<Options> | undefined;
  const line = [...command.name.split(" "), ...words];
  const program = buildProgram([command], PROCESS_STREAMS, (_, given) => {
    parsed = given as Given<Options>;
  });
  try {
    program.parse(line, { from: "user" });
  } catch (error) {
    endOf(error, line, [command]);
  }
  if (parsed === undefined) throw new UsageError(`Cannot parse ${line.join(" ")}`);
  return parsed;
}

function buildProgram<Each extends Command>(
  commands: readonly Each[],
  { out, error, columns = DEFAULT_COLUMNS }: OutputStreams,
  run: (command: Each, given: Given<OptionTable>) => void | Promise<void>,
): CommanderCommand {
  const program = new CommanderCommand(PROGRAM)
    .usage("COMMAND [options]")
    .exitOverride()
    .helpCommand(false)
    .helpOption("-h, --help", "show this help")
    .configureOutput({
      writeOut: out,
      writeErr: error,
      // Errors are thrown, and printed where they are caught.
      outputError: () => {},
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .configureHelp({
      optionTerm: ({ flags }) => flags.replace(/[<>]/g, ""),
      optionDescription: ({ description }) => description,
      minWidthToWrap: 30,
      subcommandTerm: (command) => command.name(),
      formatItem,
    });
  for (const command of commands) {
    const { name, arguments: args = [], description, options, examples } = command;
    const [first = "", second] = name.split(" ");
    const parent = second === undefined ? program : parentCommand(program, first, commands);
    const built = parent.command(second ?? first).description(description)
      .addHelpText("after", `\nExamples:\n${examples.map(exampleText).join("\n\n")}`)
      .allowExcessArguments();
    for (const argument of args) built.argument(argument);
    for (const name of Object.keys(options)) built.addOption(commanderOption(name, options));
    built.action(() => run(command, given(command, built)));
  }
  return program;
}

/** Returns the command that has the commands of two words below it, such as `report`. */
function parentCommand(
  program: CommanderCommand,
  name: string,
  commands: readonly Command[],
): CommanderCommand {
  const existing = program.commands.find((command) => command.name() === name);
  if (existing !== undefined) return existing;
  const below = commands.map((command) => command.name.split(" "))
    .flatMap(([first, second]) => first === name && second !== undefined ? [second] : []);
  return program.command(name).usage("COMMAND [options]").helpCommand(false).description(
    `Commands: ${below.join(", ")}`,
  );
}

function commanderOption(name: string, options: OptionTable): CommanderOption {
  const { placeholder, description, heading } = options[name]!;
  const flag = flagOf(name);
  const flags = placeholder === undefined ? flag : `${flag} <${placeholder}>`;
  const option = new CommanderOption(flags, description);
  if (heading !== undefined) option.helpGroup(`${heading}:`);
  if (placeholder === undefined) return option;
  return option.argParser((text, previous: readonly string[] | undefined) => {
    // A value may begin with one dash, as a negative seed does.
    if (text.startsWith("--")) throw new UsageError(`${flag} needs a value: ${placeholder}`);
    return [...previous ?? [], text];
  });
}

function given(command: Command, built: CommanderCommand): Given<OptionTable> {
  const expected = command.arguments ?? [];
  if (built.args.length > expected.length && !expected.at(-1)?.endsWith("...>")) {
    const usage = [command.name, ...expected].join(" ");
    throw new UsageError(
      `Unexpected argument "${built.args[expected.length]}". Usage: ${PROGRAM} ${usage} [options]`,
    );
  }
  const values = Object.entries(built.opts<Record<string, readonly string[] | true>>())
    .map(([name, texts]) => [
      name,
      command.options[name]!.parse(texts === true ? [] : texts, flagOf(name)),
    ]);
  return { arguments: built.args, options: Object.fromEntries(values) };
}

const exampleText = ([line, does]: readonly [string, string]) =>
  `  # ${does}\n  ${PROGRAM} ${line}`;

/** Formats as Commander does, but puts the description below its term where columns are few. */
function formatItem(term: string, width: number, description: string, help: Help): string {
  const columns = help.helpWidth ?? DEFAULT_COLUMNS;
  if (columns - width - 4 >= help.minWidthToWrap) {
    return Help.prototype.formatItem.call(help, term, width, description, help);
  }
  const lines = help.boxWrap(description, columns - 6).split("\n");
  return [`  ${term}`, ...lines.map((line) => `      ${line}`)].join("\n");
}

/** Returns the exit code 0 after help that was asked for; throws everything else. */
function endOf(error: unknown, words: readonly string[], commands: readonly Command[]): number {
  if (!(error instanceof CommanderError)) throw error;
  if (error.exitCode === 0) return 0;
  if (error.code === "commander.help") return USAGE_EXIT_CODE;
  const [what = "", hint] = error.message.replace(/^error: /, "").split("\n");
  const names = commands.map(({ name }) => name).filter((name) => words.join(" ").startsWith(name));
  const missing = /^option '(--\S+) <(.*)>' argument missing$/.exec(what);
  if (missing) throw new UsageError(`${missing[1]} needs a value: ${missing[2]}`);
  const remedy = hint?.replace(/^\((.*)\)$/, "$1") ??
    `See \`${[PROGRAM, ...names.slice(0, 1), "--help"].join(" ")}\`.`;
  throw new UsageError(`${what[0]?.toUpperCase()}${what.slice(1)}. ${remedy}`);
}

/** The process's own streams. */
export const PROCESS_STREAMS: OutputStreams = {
  out: (text) => writeStandard("out", text),
  error: (text) => writeStandard("error", text),
};
