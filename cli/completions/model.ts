/**
 * What can be typed, in a form that each shell's script is made of.
 *
 * @module
 */
import type { CommandFacts, OptionFacts } from "../../command_line/mod.ts";
import { FORMATS } from "../../reports/render/formats.ts";
import { benignVariants, mutants } from "../../server/mod.ts";
import { AREAS, CHECKS } from "../../suites/areas/mod.ts";
import { FEATURE_NAMES } from "../../suites/features.ts";

/** What may stand at a place: one of these words, a file, or what nobody can guess. */
export type Completed = readonly string[] | "files" | "anything";

/** An option as a shell completes it. */
export interface CompletedOption {
  /** With its dashes. */
  readonly name: string;
  readonly help: string;
  /** What its value may be; absent where it takes none. */
  readonly value?: Completed;
  /** Several values may stand behind one another, with commas between them. */
  readonly list: boolean;
  readonly repeatable: boolean;
}

/** A command as a shell completes it. */
export interface CompletedCommand {
  /** One word, or two. */
  readonly words: readonly [string] | readonly [string, string];
  readonly help: string;
  readonly options: readonly CompletedOption[];
  /** What its arguments may be. */
  readonly argument: Completed;
}

/** Values that the tables do not spell out. */
const VALUES: Readonly<Record<string, () => readonly string[]>> = {
  suite: () => AREAS.map(({ id }) => id),
  area: () => AREAS.map(({ id }) => id),
  only: () => CHECKS.map(({ id }) => id),
  fault: () => [...mutants, ...benignVariants].map(({ id }) => id),
  features: () => FEATURE_NAMES,
  format: () => FORMATS.map(({ name }) => name),
};

/** The commands of these tables. */
export function completedCommands(commands: readonly CommandFacts[]): CompletedCommand[] {
  return commands.map(({ name, help, options, argument }) => {
    const [first = "", second] = name.split(" ");
    return {
      words: second === undefined ? [first] : [first, second],
      help,
      options: options.map(completedOption),
      argument: argument === undefined || argument === "URL"
        ? "anything"
        : choicesOf(argument) ?? "files",
    };
  });
}

/** The first words, each with what the commands behind it do. */
export function firstWords(commands: readonly CompletedCommand[]): [word: string, help: string][] {
  const helps = new Map<string, string[]>();
  for (const { words: [first], help } of commands) {
    helps.set(first, [...helps.get(first) ?? [], help]);
  }
  return [...helps].map(([word, [help = "", ...more]]) => [
    word,
    more.length === 0 ? help : `${help}, and more`,
  ]);
}

/** The words that stand behind a first one, each with what it does. */
export function secondWords(
  commands: readonly CompletedCommand[],
  word: string,
): [word: string, help: string][] {
  return commands.flatMap(({ words: [first, second], help }) =>
    first === word && second !== undefined ? [[second, help]] : []
  );
}

function completedOption({ name, value, help, path, repeatable }: OptionFacts): CompletedOption {
  const words = VALUES[name]?.() ?? (value === undefined ? undefined : choicesOf(value));
  return {
    name: `--${name}`,
    help,
    ...(value !== undefined && { value: path ? "files" : words ?? "anything" }),
    list: value?.endsWith(",…") ?? false,
    repeatable: repeatable ?? false,
  };
}

/** `must|should` as words; undefined for what stands for something else. */
function choicesOf(text: string): readonly string[] | undefined {
  return /^[a-z\d.]+(\|[a-z\d.]+)+$/.test(text) ? text.split("|") : undefined;
}
