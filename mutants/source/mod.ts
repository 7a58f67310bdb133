/**
 * Runs source mutants: changes single expressions and statements of the reference server, and
 * reports which changes no check finds.
 *
 * `deno task mutants --help` lists the options.
 *
 * @module
 */
import project from "../../deno.json" with { type: "json" };
import {
  type Command,
  flag,
  integer,
  list,
  optionGroup,
  path,
  runTool,
  text,
  UsageError,
  value,
  type ValuesOf,
} from "@plumbline/options";
import { CHECKS } from "@plumbline/suites/areas";
import { loadCoverage } from "./coverage_file.ts";
import { instrumentServer } from "./instrumented_server.ts";
import { readMarks, staleMarks, withRules } from "./marks.ts";
import { contradictions, foundPercentage, type SourceReport, type SourceResult } from "./result.ts";
import { staleRules } from "./rules.ts";
import { runSourceMutants } from "./run.ts";
import { sample, select } from "./select.ts";
import { describe } from "./source_mutant.ts";
import { summaryLines, survivorLines, trialLine } from "./table.ts";

const OPTIONS = {
  ...optionGroup("Selection", {
    file: text("GLOB", "test only mutants of these files, as server/codec/*.ts"),
    id: list("ID,...", "test only these mutants; the beginning of an id is enough"),
    slice: value("I/N", "test only every Nth mutant, starting with the Ith", readSlice),
    sample: integer("test N mutants chosen at random", { min: 1, max: 100_000 }),
    check: list("CHECK,...", "run only these checks, or those of these areas"),
    again: path("FILE", "test the mutants of these results; run first the check that found each"),
    marked: flag("test the marked mutants only; exit with 1 if a must finds one"),
    skipRuled: flag("do not test the mutants that a rule names, found or not"),
    list: flag("list the mutants, and test none"),
  }),
  ...optionGroup("Trials", {
    seed: integer("seed of the sample and of the first trial (default 1)", {
      min: 0,
      max: 2 ** 31 - 101,
    }),
    seeds: integer("trials per mutant, each with the next seed (default 1)", { min: 1, max: 100 }),
    runs: integer("cases per property (default 100)", { min: 1, max: 1_000_000 }),
    first: integer("run the N most promising checks per mutant; the others may find more", {
      min: 1,
      max: 10_000,
    }),
    anyLevel: flag("end a trial at the first violation of any level, not of a must; saves time"),
    coverageRuns: integer("cases per property when coverage is measured (default: as --runs)", {
      min: 1,
      max: 1_000_000,
    }),
    jobs: integer("trials that run at the same time (default: number of processors)", {
      min: 1,
      max: 64,
    }),
  }),
  ...optionGroup("Output", {
    out: path("FILE", "write the results as JSON to FILE"),
    floor: integer("exit with 1 if less than N percent are found (default 0)", {
      min: 0,
      max: 100,
    }),
  }),
};

/** The command. */
const MUTANTS_COMMAND: Command<typeof OPTIONS> = {
  name: "mutants",
  description: "Change single expressions of the reference server; a check must fail for each.",
  options: OPTIONS,
  examples: [
    ["mutants --sample 30 --seed 7", "Test 30 mutants chosen at random"],
    ["mutants --file 'server/health/*.ts' --check health", "Test one folder with one area"],
    ["mutants --slice 3/200 --floor 80", "Test a part; exit with 1 if too few are found"],
  ],
};

type Options = ValuesOf<typeof OPTIONS>;

if (import.meta.main) {
  Deno.exit(await runTool(MUTANTS_COMMAND, Deno.args, ({ options }) => mutants(options)));
}

async function mutants(options: Options): Promise<number> {
  const { seed = 1, seeds = 1, runs = 100, jobs = navigator.hardwareConcurrency } = options;
  const started = new Date().toISOString();
  const single = await readMarks();
  const checks = checksOf(options.check);
  await using server = await instrumentServer();
  const stale = [
    ...staleMarks(single, server.mutants).map(({ id, change }) => `STALE MARK ${id} ${change}`),
    ...staleRules(server.mutants).map(({ file, within = [] }) => `STALE RULE ${file} ${within}`),
  ];
  for (const line of stale) await print(line);
  if (stale.length > 0) return 1;
  const marks = options.skipRuled ? withRules(single, server.mutants) : single;
  const { file, slice } = options;
  const earlier = options.again === undefined ? undefined : await readEarlier(options.again);
  const ids = options.id ?? earlier?.ids;
  const chosen = select(server.mutants, { file, ids, slice });
  if (options.list) {
    for (const mutant of chosen) await print(`${mutant.id} ${describe(mutant)}`);
    await print(`${chosen.length} of ${server.mutants.length} mutants`);
    return 0;
  }
  const coverage = await loadCoverage(server, {
    ...{ checks, seed: 1, runs: options.coverageRuns ?? runs, jobs },
    print,
  });
  const executed = chosen.filter((mutant) => coverage.hitsOf(mutant) > 0 || earlier !== undefined)
    .filter(({ id }) => !options.marked || marks.has(id));
  // In the order of the earlier run, which is random: what is done when it is ended is a sample too.
  if (earlier) executed.sort((a, b) => earlier.ids.indexOf(a.id) - earlier.ids.indexOf(b.id));
  if (executed.length === 0) throw new UsageError("No selected mutant is executed by a check.");
  const tested = options.sample === undefined ? executed : sample(executed, options.sample, seed);
  await print(
    `${server.mutants.length} mutants, ${chosen.length} selected, ${executed.length} executed, ` +
      `${tested.length} to test`,
  );
  const lines: Promise<void>[] = [];
  const reportOf = (results: readonly SourceResult[]): SourceReport => ({
    schema: 1,
    suiteVersion: project.version,
    started,
    finished: new Date().toISOString(),
    runs,
    seeds: Array.from({ length: seeds }, (_, index) => seed + index),
    mutants: server.mutants.length,
    executed: executed.length,
    results,
  });
  const write = (report: SourceReport) => {
    if (options.out === undefined) return;
    Deno.writeTextFileSync(options.out, `${JSON.stringify(report, null, 1)}\n`);
  };
  const results = await runSourceMutants({
    ...{
      server,
      mutants: tested,
      coverage,
      runs,
      jobs,
      anyLevel: options.anyLevel,
      first: options.first,
    },
    marks: options.marked || options.id !== undefined ? new Map() : marks,
    checks: options.check && checks,
    seeds: Array.from({ length: seeds }, (_, index) => seed + index),
    found: earlier?.checks,
    onResults: (results) => write(reportOf(results())),
    onTrial: (mutant, trial, done, total) =>
      lines.push(print(trialLine(mutant, trial, done, total))),
  });
  await Promise.all(lines);
  const report = reportOf(results);
  write(report);
  for (const line of survivorLines(results)) await print(line);
  for (const line of summaryLines(report)) await print(line);
  if (options.marked) return contradictions(results) === 0 ? 0 : 1;
  return foundPercentage(results) >= (options.floor ?? 0) ? 0 : 1;
}

/** Reads which mutants an earlier run tested, and which checks found them. */
async function readEarlier(file: string) {
  const { results }: SourceReport = JSON.parse(await Deno.readTextFile(file));
  const checks = new Map(
    results.flatMap(({ mutant, trials }) =>
      trials.flatMap(({ check }) => check === undefined ? [] : [[mutant.id, check] as const])
    ),
  );
  return { ids: results.map(({ mutant }) => mutant.id), checks };
}

/** Returns the ids of the checks that are given by id or area; all if none is given. */
function checksOf(given: readonly string[] | undefined): string[] {
  const all: readonly string[] = CHECKS.map(({ id }) => id);
  if (given === undefined) return [...all];
  const chosen = all.filter((id) => given.includes(id) || given.includes(id.split("/")[0]!));
  if (chosen.length === 0) throw new UsageError(`No check matches --check ${given.join(",")}.`);
  return chosen;
}

function readSlice(given: string, name: string): readonly [number, number] {
  const [, part, parts] = /^([1-9]\d{0,4})\/([1-9]\d{0,4})$/.exec(given) ?? [];
  if (part === undefined || Number(part) > Number(parts)) {
    throw new UsageError(`Cannot use ${name} "${given}". Give I/N with I from 1 to N, as 2/40.`);
  }
  return [Number(part), Number(parts)];
}

async function print(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}
