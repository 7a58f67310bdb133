/**
 * The options of the fuzz run.
 *
 * @module
 */
import { type Command, flag, integer, text } from "@plumbline/options";

/** The highest seed that fast-check takes; the lowest is one less than its negative. */
const MAX_SEED = 2 ** 31 - 1;

const OPTIONS = {
  runs: integer("number of cases (default 50000)", { min: 1, max: 10_000_000 }),
  seed: integer("seed of the generated cases (default: random)", {
    min: -MAX_SEED - 1,
    max: MAX_SEED,
  }),
  path: text("PATH", "run one case, as a failure gives it; needs --seed"),
  time: flag("look for requests that hold the event loop instead"),
  slowest: integer("search this many seconds for the slowest request of 64 KiB instead", {
    min: 1,
    max: 86_400,
  }),
  only: text("TEXT", "with --time or --slowest: only kinds whose name contains TEXT"),
};

/** The command. */
export const FUZZ_COMMAND: Command<typeof OPTIONS> = {
  name: "fuzz",
  description: "Send malformed and unusual requests to every endpoint of the reference server.",
  options: OPTIONS,
  examples: [
    ["fuzz", "Run 50,000 cases with a new seed"],
    ["fuzz --runs 5000 --seed 7", "Run the same 5,000 cases each time"],
    ["fuzz --time --only YAML", "Measure how the time of YAML bodies grows"],
    ["fuzz --slowest 600", "Search ten minutes for the slowest request of 64 KiB"],
    ["fuzz --seed 23758 --path 355:1", "Reproduce one case, as a failure prints it"],
  ],
};
