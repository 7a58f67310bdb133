/**
 * The options of the run that breaks the oracles.
 *
 * @module
 */
import { type Command, integer, text } from "../../options/mod.ts";

const OPTIONS = {
  only: text("TEXT", "run only mutations with TEXT in their id or file"),
  seed: integer("seed of the checks (default 1)", { min: 0, max: 2 ** 31 - 1 }),
  jobs: integer("mutations that run at the same time (default: number of processors)", {
    min: 1,
    max: 64,
  }),
};

/** The command. */
export const ORACLES_COMMAND: Command<typeof OPTIONS> = {
  name: "oracles",
  description: "Break each oracle of the suites on purpose; at least one check must fail for it.",
  options: OPTIONS,
  examples: [
    ["oracles", "Break all oracles"],
    ["oracles --only selectors --jobs 1", "Break those of one model, one after the other"],
  ],
};
