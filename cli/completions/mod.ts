/**
 * The command `completions`.
 *
 * @module
 */
import {
  type CommandFacts,
  commandHelp,
  parseArguments,
  suggestion,
  UsageError,
} from "../../command_line/mod.ts";
import { EXIT } from "../exit_code.ts";
import type { Io } from "../io.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { completedCommands } from "./model.ts";
import { zshScript } from "./zsh.ts";

/** The command as data. */
export const COMPLETIONS_COMMAND: CommandFacts = {
  name: "completions",
  argument: "bash|zsh|fish",
  help: "Write what makes a shell complete the words of the program",
  options: [
    { name: "name", value: "NAME", help: "what the program is called there (plumbline)" },
    { name: "help", help: "show this" },
  ],
  examples: [
    ["completions bash > ~/.local/share/bash-completion/completions/plumbline", "for bash"],
    ["completions zsh > ~/.zfunc/_plumbline", "for zsh, where ~/.zfunc is on its fpath"],
    ["completions fish > ~/.config/fish/completions/plumbline.fish", "for fish"],
  ],
};

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

const SHELLS = ["bash", "zsh", "fish"] as const;

/** Writes the script for the commands of these tables and returns the exit code. */
export function completions(
  words: readonly string[],
  io: Io,
  commands: readonly CommandFacts[],
): number {
  const { argument, options } = parseArguments(words, COMPLETIONS_COMMAND);
  if (options.has("help")) {
    io.out(commandHelp(COMPLETIONS_COMMAND, io.columns));
    return EXIT.conformant;
  }
  if (argument === undefined) throw new UsageError(`Give a shell: ${SHELLS.join(", ")}`);
  const shell = SHELLS.find((one) => one === argument);
  if (shell === undefined) {
    throw new UsageError(`There are no completions for ${argument}${suggestion(argument, SHELLS)}`);
  }
  const [name = "plumbline"] = options.get("name") ?? [];
  if (!/^[a-z][\w-]*$/i.test(name)) {
    throw new UsageError(`--name must be letters, digits and dashes: "${name}" given`);
  }
  io.out(SCRIPTS[shell](completedCommands(commands), name));
  return EXIT.conformant;
}
