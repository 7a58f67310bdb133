/**
 * Reads command lines by a table of options.
 *
 * @module
 */
import { suggestion } from "./nearest.ts";

/** An option as data: reading and help are made of it. */
export interface OptionFacts {
  /** Without the dashes. */
  readonly name: string;
  /** What stands for its value in the help; absent for one that is on or off. */
  readonly value?: string;
  /** It may be given more than once. */
  readonly repeatable?: boolean;
  /** The value names a file or directory. */
  readonly path?: boolean;
  /** One line. */
  readonly help: string;
}

/** A command of the program. */
export interface CommandFacts {
  readonly name: string;
  /** What stands for its argument in the help; absent where it takes none. */
  readonly argument?: string;
  /** It may be given more than once. */
  readonly many?: boolean;
  /** One line. */
  readonly help: string;
  readonly options: readonly OptionFacts[];
  /** Command lines as somebody may type them, each with what it does; `deno task` goes before. */
  readonly examples: readonly (readonly [line: string, does: string])[];
}

/** What was given: each option's values in order, an empty list for one that is on. */
export type GivenOptions = ReadonlyMap<string, readonly string[]>;

/** A command line that was read. */
export interface Given {
  readonly argument?: string;
  /** All arguments, of a command that takes many. */
  readonly many?: readonly string[];
  readonly options: GivenOptions;
}

/** Thrown for a command line or configuration that makes no sense; the message says why. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Reads the words behind a command's name.
 *
 * @throws {UsageError} for an unknown option, a missing value or too many words
 */
export function parseArguments(words: readonly string[], command: CommandFacts): Given {
  const options = new Map<string, string[]>();
  const rest: string[] = [];
  const queue = [...words];
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (!word.startsWith("-")) {
      rest.push(word);
      continue;
    }
    const [, name = word, joined] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    const option = command.options.find((facts) => facts.name === name);
    if (option === undefined) throw new UsageError(unknownOption(word, command));
    if (option.value === undefined) {
      if (joined !== undefined) throw new UsageError(`--${name} takes no value: "${joined}" given`);
      options.set(name, []);
      continue;
    }
    // A value may begin with a dash, as a negative seed does; an option's name may not be a value.
    const value = joined ?? (queue[0]?.startsWith("--") ? undefined : queue.shift());
    if (value === undefined) throw new UsageError(`--${name} needs a value: ${option.value}`);
    addValue(options, option, value);
  }
  if (command.many) return { many: rest, options };
  const allowed = command.argument === undefined ? 0 : 1;
  if (rest.length > allowed) {
    throw new UsageError(
      `Cannot use "${rest[allowed]}" as ${command.name} takes ${
        allowed === 0 ? "no argument" : `one ${command.argument} only`
      }`,
    );
  }
  return { ...(rest[0] !== undefined && { argument: rest[0] }), options };
}

/** Adds a value to an option's; a second one for an option that takes one is refused. */
export function addValue(
  options: Map<string, string[]>,
  { name, repeatable }: OptionFacts,
  value: string,
): void {
  const values = options.get(name) ?? [];
  if (values.length > 0 && !repeatable) throw new UsageError(`--${name} is given more than once`);
  options.set(name, [...values, value]);
}

function unknownOption(word: string, command: CommandFacts): string {
  const given = word.split("=")[0]!;
  const names = command.options.map(({ name }) => `--${name}`);
  return `${command.name} has no option ${given}${suggestion(given, names)}`;
}
