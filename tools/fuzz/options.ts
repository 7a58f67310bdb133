/**
 * The options of the fuzz run.
 *
 * @module
 */
import type { CommandFacts } from "../../command_line/mod.ts";

/** The highest seed fast-check takes; the lowest is one less than its negative. */
export const MAX_SEED: number = 2 ** 31 - 1;

/** The description of the program. */
export const FUZZ_COMMAND: CommandFacts = {
  name: "fuzz",
  examples: [
    ["fuzz", "50,000 cases, a new seed each time"],
    ["fuzz --runs 5000 --seed 7", "fewer, the same again"],
    ["fuzz --seed 23758 --path 355:1", "one case again, as a failure prints it"],
  ],
  help: "Send requests of any shape to every endpoint of the reference server",
  options: [
    { name: "runs", value: "N", help: "how many cases (50000)" },
    { name: "seed", value: "N", help: "draw the same cases as the run with this seed" },
    { name: "path", value: "PATH", help: "with the seed, one case alone" },
    { name: "help", help: "show this" },
  ],
};
