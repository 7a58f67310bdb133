/**
 * The help, made of the same tables that command lines are read by.
 *
 * @module
 */
import { wrapText } from "../reports/terminal.ts";
import type { CommandFacts, OptionFacts } from "./arguments.ts";

/** Where nobody says how wide the place is. */
const COLUMNS = 100;

/** How one command is used; lines are broken to fit. */
export function commandHelp(
  { name, argument, many, help, options, examples }: CommandFacts,
  columns: number = COLUMNS,
): string {
  const words = many ? `${argument}…` : `[${argument}]`;
  return [
    `Usage: deno task ${name}${argument === undefined ? "" : ` ${words}`} [options]`,
    "",
    ...wrapText(`${help}.`, columns),
    "",
    ...pairs(options.map((option) => [optionHead(option), option.help]), columns),
    "",
    "Examples:",
    // Whole, however long: they are there to be pasted.
    ...examples.flatMap(([line, does]) => [`  deno task ${line}`, ...indented(does, 6, columns)]),
    "",
  ].join("\n");
}

/** What the program can do, or the commands behind one of its words. */
export function programHelp(
  commands: readonly CommandFacts[],
  columns: number = COLUMNS,
): string {
  return [
    ...wrapText(
      "Plumbline holds a cluster API against its interface, statement by statement.",
      columns,
    ),
    "",
    ...pairs(commands.map(({ name, help }) => [name, help]), columns),
    "",
    "Each command tells its options, and examples, with --help.",
    "",
  ].join("\n");
}

/** Two columns where there is room for them; else what is explained stands above. */
function pairs(
  rows: readonly (readonly [head: string, text: string])[],
  columns: number,
): string[] {
  const width = Math.min(28, Math.max(...rows.map(([head]) => head.length)));
  const room = columns - width - 4;
  if (room < 30) {
    return rows.flatMap(([head, text]) => [`  ${head}`, ...indented(text, 6, columns)]);
  }
  return rows.flatMap(([head, text]) => {
    const [first, ...rest] = indented(text, width + 4, columns);
    return head.length > width
      ? [`  ${head}`, first!, ...rest]
      : [`  ${head.padEnd(width)}  ${first!.trimStart()}`, ...rest];
  });
}

function indented(text: string, margin: number, columns: number): string[] {
  return wrapText(text, columns - margin, { hanging: 0 }).map((line) => " ".repeat(margin) + line);
}

function optionHead({ name, value }: OptionFacts): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
