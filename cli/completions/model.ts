/**
 * Commands in the form from which the script of each shell is generated.
 *
 * @module
 */
import { type Command, flagOf, type Option } from "@plumbline/options";

/** Completions of a place: words, paths of files, or none. */
export type Completed = readonly string[] | "files" | "anything";

/** An option as a shell completes it. */
export interface CompletedOption {
  /** With its dashes. */
  readonly name: string;
  readonly help: string;
  /** Completions of its value; absent for a flag. */
  readonly value?: Completed;
  /** True if one value can have several words, separated by commas. */
  readonly list: boolean;
  readonly repeatable: boolean;
}

/** A command as a shell completes it. */
export interface CompletedCommand {
  /** One word, or two. */
  readonly words: readonly [string] | readonly [string, string];
  readonly help: string;
  readonly options: readonly CompletedOption[];
  /** Completions of its arguments. */
  readonly argument: Completed;
}

/** Returns the commands as a shell completes them. */
export function completedCommands(commands: readonly Command[]): Promise<CompletedCommand[]> {
  return Promise.all(commands.map(completedCommand));
}

async function completedCommand(
  { name, description, options, arguments: [argument] = [] }: Command,
): Promise<CompletedCommand> {
  const [first = "", second] = name.split(" ");
  return {
    words: second === undefined ? [first] : [first, second],
    help: description.replace(/\..*$/, ""),
    argument: completedArgument(argument?.replaceAll(/[<>[\].]/g, "")),
    options: [
      ...await Promise.all(
        Object.entries(options).map(([name, option]) => completedOption(flagOf(name), option)),
      ),
      { name: "--help", help: "show this help", list: false, repeatable: false },
    ],
  };
}

async function completedOption(
  name: string,
  { placeholder, description, completes, isList, isRepeatable }: Option<unknown>,
): Promise<CompletedOption> {
  const words = typeof completes === "function" ? await completes() : completes;
  return {
    name,
    help: description,
    ...(placeholder !== undefined && { value: words ?? "anything" }),
    list: isList ?? false,
    repeatable: isRepeatable ?? false,
  };
}

function completedArgument(argument: string | undefined): Completed {
  if (argument === undefined || argument === "URL") return "anything";
  return argument.includes("|") ? argument.split("|") : "files";
}

/** Returns the first words, each with the description of its command. */
export function firstWords(commands: readonly CompletedCommand[]): [word: string, help: string][] {
  const groups = Map.groupBy(commands, ({ words: [first] }) => first);
  return [...groups].map(([word, [command, ...others]]) => [
    word,
    others.length === 0 ? command!.help : `${command!.help}, and more`,
  ]);
}

/** Returns the words that can follow a first word, each with the description of its command. */
export function secondWords(
  commands: readonly CompletedCommand[],
  word: string,
): [word: string, help: string][] {
  return commands.flatMap(({ words: [first, second], help }) =>
    first === word && second !== undefined ? [[second, help]] : []
  );
}
