/**
 * Completions for fish.
 *
 * @module
 */
import { type CompletedCommand, firstWords, secondWords } from "./model.ts";

/** Returns the script: read it with `source`, or install it as `NAME.fish`. */
export function fishScript(commands: readonly CompletedCommand[], program: string): string {
  const firsts = firstWords(commands);
  const lines = [
    `# Completions of ${program} for fish.`,
    `complete -c ${program} -f`,
    ...firsts.map(([word, help]) =>
      `complete -c ${program} -n __fish_use_subcommand -a ${word} -d ${quoted(help)}`
    ),
    ...firsts.flatMap(([first]) => {
      const seconds = secondWords(commands, first);
      const none = `not __fish_seen_subcommand_from ${seconds.map(([word]) => word).join(" ")}`;
      return seconds.map(([word, help]) =>
        `complete -c ${program} -n ${
          quoted(`__fish_seen_subcommand_from ${first}; and ${none}`)
        } -a ${word} -d ${quoted(help)}`
      );
    }),
    ...commands.flatMap((command) => commandLines(command, program)),
  ];
  return `${lines.join("\n")}\n`;
}

function commandLines(
  { words: [first, second], options, argument }: CompletedCommand,
  program: string,
): string[] {
  const seen = `__fish_seen_subcommand_from ${first}` +
    (second === undefined ? "" : `; and __fish_seen_subcommand_from ${second}`);
  const start = `complete -c ${program} -n ${quoted(seen)}`;
  return [
    ...options.map(({ name, help, value }) =>
      [
        start,
        `-l ${name.slice(2)}`,
        `-d ${quoted(help)}`,
        ...(value === undefined ? [] : [value === "files" ? "-r -F" : "-x"]),
        ...(Array.isArray(value) ? [`-a ${quoted(value.join(" "))}`] : []),
      ].join(" ")
    ),
    ...(argument === "anything" ? [] : [
      argument === "files" ? `${start} -F` : `${start} -a ${quoted(argument.join(" "))}`,
    ]),
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
