/**
 * Measures in which case checks find the seeded bugs that they found last: bugs × cases, with several
 * seeds. The number of cases that a check runs is chosen by it.
 *
 * `deno task cases --help` lists the options.
 *
 * @module
 */
import { mutants } from "@plumbline/mutants";
import { parseFoundBy } from "@plumbline/mutants/found_by";
import { runTrials, type TrialOptions } from "@plumbline/mutants/trials";
import { type Command, type Given, integer, list, runTool } from "@plumbline/options";
import { readTextFile } from "@plumbline/runtime/files";
import { print } from "../program/output.ts";
import { type CaseTrial, firstCase, tableOf } from "./table.ts";

const OPTIONS = {
  seed: integer("first seed (default 1)", { min: 0, max: 2 ** 31 - 1_001 }),
  seeds: integer("trials per bug, each with the next seed (default 3)", { min: 1, max: 100 }),
  runs: integer("cases per property (default 100)", { min: 1, max: 10_000 }),
  jobs: integer("trials that run at the same time (default 2)", { min: 1, max: 64 }),
  area: list("AREA,...", "only the bugs that checks of these areas found last"),
};

const COMMAND: Command<typeof OPTIONS> = {
  name: "cases",
  arguments: [],
  description:
    "Run the check that found each seeded bug last, and print in which case it finds the bug.",
  options: OPTIONS,
  examples: [["cases --area paging --seeds 5", "The bugs that checks of paging found last"]],
};

/** Milliseconds after which a trial is given up. */
const TIME_LIMIT = 120_000;

const RECORD = new URL("../../mutants/matrix/found_by.txt", import.meta.url);

async function cases({ options }: Given<typeof OPTIONS>): Promise<number> {
  const { seed = 1, seeds = 3, runs = 100, jobs = 2, area } = options;
  const foundBy = parseFoundBy(await readTextFile(RECORD));
  const bugs = mutants.flatMap(({ id, replicas = 1 }) => {
    const check = foundBy.get(id);
    const isChosen = check !== undefined && replicas === 1 &&
      (area?.includes(check.split("/")[0]!) ?? true);
    return isChosen ? [{ id, check }] : [];
  });
  const all = bugs.flatMap(({ id, check }) =>
    Array.from({ length: seeds }, (_, index): TrialOptions => ({
      subject: id,
      checks: [check],
      seed: seed + index,
      runs,
      stopAtFirstKill: true,
      shrink: false,
      workers: 1,
    }))
  );
  const trials: CaseTrial[] = [];
  await runTrials(all, {
    jobs,
    timeLimit: TIME_LIMIT,
    onTrial: ({ kills, broken }, index) => {
      const { subject, checks: [check], seed } = all[index]!;
      trials.push({ bug: subject!, check: check!, seed, first: firstCase(kills) });
      if (broken !== undefined) print(`${subject} ${seed}: ${broken}`);
    },
  });
  for (const line of tableOf(trials)) print(line);
  return 0;
}

if (import.meta.main) Deno.exit(await runTool(COMMAND, Deno.args, cases));
