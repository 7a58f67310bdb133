/**
 * The options of `matrix`.
 *
 * @module
 */
import type { CommandFacts } from "../command_line/mod.ts";

/** The command as data. */
export const MATRIX_COMMAND: CommandFacts = {
  name: "matrix",
  examples: [
    ["matrix --area paging", "is each fault about pages found?"],
    ["matrix --slice 1/4 --out matrix", "a quarter of all faults, with a page to read"],
  ],
  help: "Seed bugs into the reference server and see which checks find them",
  options: [
    { name: "area", value: "AREA,…", repeatable: true, help: "the faults of these areas only" },
    { name: "fault", value: "ID", repeatable: true, help: "this fault only (repeatable)" },
    {
      name: "benign",
      value: "ID",
      repeatable: true,
      help: "this harmless variant only (repeatable)",
    },
    { name: "only-benign", help: "try harmless variants only: no fault, and not the clean server" },
    { name: "no-benign", help: "leave out the harmless variants and the clean server" },
    { name: "seed", value: "N", help: "the first seed (1)" },
    { name: "seeds", value: "N", help: "trials of each fault, each with the next seed (1)" },
    { name: "runs", value: "N", help: "cases a property (100)" },
    { name: "every", help: "let every check try, not only until the first finds something" },
    {
      name: "again",
      value: "N",
      help: "try a fault that was not found so often again, each time with the next seed (0)",
    },
    { name: "jobs", value: "N", help: "trials that run at once (as many as processors)" },
    { name: "slice", value: "K/N", help: "every Nth fault only, beginning with the Kth" },
    { name: "out", value: "DIR", path: true, help: "write matrix.json and matrix.html there" },
    { name: "plain", help: "no colours" },
    { name: "help", help: "show this" },
  ],
};
