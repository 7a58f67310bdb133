/**
 * The help, made of the same tables that command lines are read by.
 *
 * @module
 */
import type { CommandFacts, OptionFacts } from "./arguments.ts";

/** How one command is used. */
export function commandHelp({ name, argument, many, help, options }: CommandFacts): string {
  const words = many ? `${argument}…` : `[${argument}]`;
  const heads = options.map(optionHead);
  const width = Math.max(...heads.map((head) => head.length));
  return [
    `Usage: deno task ${name}${argument === undefined ? "" : ` ${words}`} [options]`,
    "",
    `${help}.`,
    "",
    ...options.map((option, index) => `  ${heads[index]!.padEnd(width)}  ${option.help}`),
    "",
  ].join("\n");
}

/** What the program can do. */
export function programHelp(commands: readonly CommandFacts[]): string {
  return [
    "Plumbline holds a cluster API against its interface, statement by statement.",
    "",
    ...commands.map(({ name, help }) => `  ${name.padEnd(14)}  ${help}`),
    "",
    "Each command tells its options with --help.",
    "",
  ].join("\n");
}

function optionHead({ name, value }: OptionFacts): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
