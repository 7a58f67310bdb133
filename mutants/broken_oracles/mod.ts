/**
 * Runs broken oracles: with each changed model of the suites, a check must fail against a
 * conforming server. A change that no check notices is in code that no check depends on.
 *
 * `deno task oracles --help` lists the options.
 *
 * @module
 */
import { type Command, integer, runTool, text, UsageError } from "@plumbline/options";
import { brokenOracles } from "./oracles/mod.ts";
import { type OracleResult, runBrokenOracle } from "./run_broken_oracle.ts";

const OPTIONS: {
  readonly only: ReturnType<typeof text>;
  readonly seed: ReturnType<typeof integer>;
  readonly jobs: ReturnType<typeof integer>;
} = {
  only: text("TEXT", "run only oracles with TEXT in their id or file"),
  seed: integer("seed of the checks (default 1)", { min: 0, max: 2 ** 31 - 1 }),
  jobs: integer("oracles that run at the same time (default: number of processors)", {
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

/** Values of the options. */
interface Selection {
  /** A text in the id or file. */
  readonly only: string;
  readonly seed: number;
  /** Number of oracles that run at once. */
  readonly jobs: number;
}

if (import.meta.main) {
  Deno.exit(
    await runTool(
      ORACLES_COMMAND,
      Deno.args,
      ({ options: { only = "", seed = 1, jobs = navigator.hardwareConcurrency } }) =>
        runBrokenOracles({ only, seed, jobs }),
    ),
  );
}

async function runBrokenOracles({ only, seed, jobs }: Selection): Promise<number> {
  const selected = brokenOracles.filter(({ id, file }) => id.includes(only) || file.includes(only));
  if (selected.length === 0) {
    throw new UsageError(`No broken oracle has "${only}" in its id or file`);
  }
  const queue = [...selected];
  const results: OracleResult[] = [];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const result = await runBrokenOracle(next, seed);
      results.push(result);
      await print(lineOf(result));
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: jobs }, work));
  const noticed = results.filter((result) => result.noticed).length;
  const seconds = Math.round((performance.now() - started) / 1_000);
  await print(`${noticed} of ${selected.length} broken oracles noticed (${seconds} s)`);
  return noticed === selected.length ? 0 : 1;
}

function lineOf({ oracle, noticed, reason, duration }: OracleResult): string {
  const seconds = (duration / 1_000).toFixed(1);
  const word = noticed ? "noticed " : "MISSED  ";
  const details = noticed ? "" : `\n         suites/${oracle.file}: ${oracle.assumption}`;
  return `${word} ${oracle.id}  ${reason}  ${seconds} s${details}`;
}

async function print(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}
