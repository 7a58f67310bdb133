/**
 * The command `faults`.
 *
 * @module
 */
import { type CommandFacts, commandHelp, parseArguments } from "../command_line/mod.ts";
import { type BenignVariant, benignVariants, type Mutant, mutants } from "../server/mod.ts";
import { EXIT } from "./exit_code.ts";
import type { Io } from "./io.ts";

/** The command as data. */
export const FAULTS_COMMAND: CommandFacts = {
  name: "faults",
  examples: [
    ["faults", "each with what is wrong then"],
    ["faults --json", "with what it breaks, for programs"],
  ],
  help: "List the faults and benign variants that the reference server can be given",
  options: [
    { name: "json", help: "as JSON, with all that is known of each" },
    { name: "help", help: "show this" },
  ],
};

/** Runs the command and returns its exit code. */
export function listFaults(words: readonly string[], io: Io): number {
  const { options } = parseArguments(words, FAULTS_COMMAND);
  if (options.has("help")) {
    io.out(commandHelp(FAULTS_COMMAND, io.columns));
  } else if (options.has("json")) {
    io.out(`${JSON.stringify({ faults: mutants, variants: benignVariants }, null, 2)}\n`);
  } else {
    for (const fault of mutants) io.out(line(fault));
    io.out("\nBenign variants, which are to be found conformant:\n");
    for (const variant of benignVariants) io.out(line(variant));
  }
  return EXIT.conformant;
}

const line = ({ id, description }: Mutant | BenignVariant) => `${id.padEnd(44)} ${description}\n`;
