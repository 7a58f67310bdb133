/**
 * Declares command-line options together with the types of their values. Knows neither a command
 * nor the program: `command.ts` reads the words of a command line.
 *
 * @module
 */
import { suggestion } from "./suggestion.ts";

/** Thrown for wrong usage or configuration; the message names the value and the remedy. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A command-line option; its name is the key it has in a table of options. */
export interface Option<Value> {
  /** Placeholder of the value in the help; absent for a flag. */
  readonly placeholder?: string;
  readonly description: string;
  /** Heading under which the help shows the option. */
  readonly heading?: string;
  /** True if the option can be given more than once. */
  readonly isRepeatable?: boolean;
  /** True if one value can have several words, separated by commas. */
  readonly isList?: boolean;
  /** Values that a shell completes. */
  readonly completes?: "files" | CompletedWords;
  /**
   * Parses all values given for the option, none for a flag.
   *
   * @param flag the option's name with its dashes
   * @throws {UsageError} if one is not valid
   */
  parse(values: readonly string[], flag: string): Value;
}

/** Returns words that a shell completes. */
export type CompletedWords = () => readonly string[] | Promise<readonly string[]>;

/** Options by name, in camel case. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>;

/** Values of the options that were given. */
export type ValuesOf<Options extends OptionTable> = {
  readonly [Name in keyof Options]?: Options[Name] extends Option<infer Value> ? Value : never;
};

/** Returns the options with a heading for the help. */
export function optionGroup<Options extends OptionTable>(
  heading: string,
  options: Options,
): Options {
  const entries = Object.entries(options).map(([name, option]) => [name, { ...option, heading }]);
  return Object.fromEntries(entries) as Options;
}

/** Returns the name as it is typed: `uiPort` becomes `--ui-port`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Declares an option without a value. */
export function flag(description: string): Option<true> {
  return { description, parse: () => true };
}

/** Declares an option with one value, which `read` parses. */
export function value<Value>(
  placeholder: string,
  description: string,
  read: (text: string, flag: string) => Value,
): Option<Value> {
  return {
    placeholder,
    description,
    parse([text = "", ...others], flag) {
      if (others.length > 0) throw new UsageError(`${flag} is given more than once`);
      return read(text, flag);
    },
  };
}

/** Declares an option whose value is any text. */
export function text(placeholder: string, description: string): Option<string> {
  return value(placeholder, description, (text) => text);
}

/** Declares an option whose value is the path of a file or directory. */
export function path(placeholder: string, description: string): Option<string> {
  return { ...text(placeholder, description), completes: "files" };
}

/** Declares an option whose value is a whole number from `min` to `max`. */
export function integer(
  description: string,
  { min, max, placeholder = "N" }: { min: number; max: number; placeholder?: string },
): Option<number> {
  return value(placeholder, description, (text, flag) => {
    const number = Number(text);
    if (!/^-?\d+$/.test(text) || number < min || number > max) {
      const range = `a whole number from ${min} to ${max}`;
      throw new UsageError(`Cannot use ${flag} "${text}". Give ${range}.`);
    }
    return number;
  });
}

/** Declares an option whose value is one of a few words. */
export function choice<Word extends string>(
  placeholder: string,
  description: string,
  words: readonly Word[],
): Option<Word> {
  const read = (text: string, flag: string) => oneOf(words, text, flag);
  return { ...value(placeholder, description, read), completes: () => words };
}

/**
 * Declares a repeatable option whose values are words separated by commas.
 *
 * @param words the words that are valid, all of them if absent
 * @param lookUp how to list the words, for an error that cannot
 */
export function list<Word extends string>(
  placeholder: string,
  description: string,
  { words, completes = words, lookUp }: {
    words?: () => readonly Word[];
    completes?: CompletedWords;
    lookUp?: string;
  } = {},
): Option<readonly Word[]> {
  return {
    placeholder,
    description,
    isRepeatable: true,
    isList: true,
    ...(completes && { completes }),
    parse: (values, flag) =>
      values.flatMap((text) => text.split(",")).map((word) => word.trim())
        .filter((word) => word !== "")
        .map((word) => words ? oneOf(words(), word, flag, lookUp) : word as Word),
  };
}

/** Declares the option as one that can be given more than once. */
export function repeatable<Value>(option: Option<Value>): Option<readonly Value[]> {
  return {
    ...option,
    isRepeatable: true,
    parse: (values, flag) => values.map((text) => option.parse([text], flag)),
  };
}

/**
 * Returns the word if it is one of `words`.
 *
 * @param of what has the word, as it is named in the error
 * @throws {UsageError} if it is not, with the nearest word
 */
export function oneOf<Word extends string>(
  words: readonly Word[],
  given: string,
  of: string,
  lookUp?: string,
): Word {
  const found = words.find((word) => word === given);
  if (found !== undefined) return found;
  throw new UsageError(`Cannot use ${of} "${given}". ${suggestion(given, words, lookUp)}`);
}

/**
 * Parses `NAME=VALUE`.
 *
 * @throws {UsageError} without the value in its message, as it may be a token
 */
export function pair(text: string, flag: string, form = "NAME=TOKEN"): [string, string] {
  const at = text.indexOf("=");
  if (at < 1 || at === text.length - 1) {
    throw new UsageError(
      `Cannot use the value of ${flag}. Give ${form} with both sides non-empty.`,
    );
  }
  return [text.slice(0, at), text.slice(at + 1)];
}
