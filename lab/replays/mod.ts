/**
 * Verifies that what a report prints reproduces: seeded bugs are repeated and shown by the script of
 * curl commands, and the printed commands of races are run again and again.
 *
 * `deno task replays --help` lists the options.
 *
 * @module
 */
import { mutants } from "@plumbline/mutants";
import { type Command, type Given, integer, list, runTool } from "@plumbline/options";
import { print } from "../program/output.ts";
import { anySeed, Random } from "../program/random.ts";
import { showBug, type Shown } from "./bug.ts";
import { checkersOf } from "./checkers.ts";
import { replayRace } from "./race.ts";

const OPTIONS = {
  bugs: integer("seeded bugs chosen at random (default 20)", { min: 0, max: 2_000 }),
  seed: integer("seed of the choice and of the runs (default: any)", { min: 1, max: 2 ** 31 - 1 }),
  bug: list("ID,...", "these bugs in place of random ones", {
    words: () => mutants.map(({ id }) => id),
  }),
  race: list("ID,...", "run the printed command of these bugs", {
    words: () => mutants.map(({ id }) => id),
  }),
  tries: integer("tries of each race (default 20)", { min: 1, max: 1_000 }),
};

const COMMAND: Command<typeof OPTIONS> = {
  name: "replays",
  arguments: [],
  description:
    "Check reference servers with one seeded bug each: whether the failure repeats, whether the " +
    "script of curl commands shows it there and not on a correct server, and whether the printed " +
    "command of a race reproduces it.",
  options: OPTIONS,
  examples: [
    ["replays --seed 7", "Twenty bugs"],
    ["replays --bugs 0 --race watch/third-of-burst-lost", "Twenty tries of a race"],
  ],
};

async function replays({ options }: Given<typeof OPTIONS>): Promise<number> {
  const { bugs: count = 20, seed = anySeed(), race = [], tries = 20 } = options;
  const ids = options.bug ?? draw(count, seed, race);
  print(`seed ${seed}`);
  const results: Shown[] = [];
  for (const id of ids) {
    const shown = await showBug(id, seed);
    results.push(shown);
    print(
      `${id}: ${shown.check ?? "not found"}, ${shown.repeated} of ${shown.attempts} repetitions, ` +
        `script ${shown.script}`,
    );
  }
  const all = results.filter(({ check }) => check !== undefined);
  const repeated = all.filter(({ repeated, attempts }) => repeated === attempts);
  const scripted = all.filter(({ script }) => script === "shows it");
  if (ids.length > 0) {
    print(
      `${repeated.length} of ${all.length} repeat each time, ` +
        `${scripted.length} of ${all.length} are shown by the script`,
    );
  }
  let isReproduced = true;
  for (const id of race) {
    const { command, reproduced, confirmed } = await replayRace(id, seed, tries);
    isReproduced &&= reproduced >= 0.95 * tries;
    print(`${id}: ${confirmed}; reproduced in ${reproduced} of ${tries} tries of\n  ${command}`);
  }
  return repeated.length === all.length && scripted.length === all.length && isReproduced ? 0 : 1;
}

/** Returns bugs that a default run finds, each in a check of its own if there are enough. */
function draw(count: number, seed: number, others: readonly string[]): string[] {
  const random = new Random(seed);
  const left = mutants.filter(({ id, replicas = 1 }) =>
    replicas === 1 && !id.startsWith("scale/") && !others.includes(id) && checkersOf(id).length > 0
  ).map(({ id }) => id);
  const drawn: string[] = [];
  while (drawn.length < count && left.length > 0) {
    drawn.push(...left.splice(random.below(left.length), 1));
  }
  return drawn;
}

if (import.meta.main) Deno.exit(await runTool(COMMAND, Deno.args, replays));
