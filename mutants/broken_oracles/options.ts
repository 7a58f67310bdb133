/**
 * The options of the run that breaks the oracles.
 *
 * @module
 */
import type { CommandFacts } from "../../command_line/mod.ts";

/** The program as data. */
export const ORACLES_COMMAND: CommandFacts = {
  name: "oracles",
  examples: [
    ["oracles", "all of them"],
    ["oracles --only selectors --jobs 1", "those of one model, one after the other"],
  ],
  help: "Break each model of the suites on purpose: the checks must notice, every one",
  options: [
    { name: "only", value: "TEXT", help: "mutations whose id or file has this in it" },
    { name: "seed", value: "N", help: "the seed of the checks (1)" },
    { name: "jobs", value: "N", help: "how many run at once (as many as processors)" },
    { name: "help", help: "show this" },
  ],
};
