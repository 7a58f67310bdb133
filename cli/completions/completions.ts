/**
 * The command `completions`. The scripts are static and complete lists with commas. The libraries
 * that generate completions (`@bomb.sh/tab`, Optique) call the program at every Tab, which takes half
 * a second, do not complete such lists, and the former evaluates the words typed so far.
 *
 * @module
 */
import {
  type Command,
  defineCommand,
  oneOf,
  type RunnableCommand,
  UsageError,
  value,
} from "@plumbline/options";
import { EXIT } from "../exit_codes.ts";
import type { CommandContext } from "../terminal.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { completedCommands } from "./model.ts";
import { zshScript } from "./zsh.ts";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

const SHELLS = ["bash", "zsh", "fish"] as const;

/** Returns the command; `commands` returns all commands to complete. */
export function completionsCommand(
  commands: () => readonly Command[],
): RunnableCommand<CommandContext> {
  return defineCommand({
    name: "completions",
    arguments: [`<${SHELLS.join("|")}>`],
    description: "Print a script with which a shell completes commands, options and their values.",
    options: {
      name: value("NAME", "name of the program in the shell (default plumbline)", readName),
    },
    examples: [
      ["completions bash > ~/.local/share/bash-completion/completions/plumbline", "Set up bash"],
      ["completions zsh > ~/.zfunc/_plumbline", "Set up zsh, with ~/.zfunc in fpath"],
      ["completions fish > ~/.config/fish/completions/plumbline.fish", "Set up fish"],
    ],
    async run({ arguments: [given = ""], options }, { terminal }: CommandContext): Promise<number> {
      const shell = oneOf(SHELLS, given, "the shell");
      const completed = await completedCommands(commands());
      terminal.out(SCRIPTS[shell](completed, options.name ?? "plumbline"));
      return EXIT.conformant;
    },
  });
}

function readName(text: string, flag: string): string {
  if (/^[a-z][\w-]*$/i.test(text)) return text;
  throw new UsageError(`Cannot use ${flag} "${text}". Give letters, digits and dashes.`);
}
