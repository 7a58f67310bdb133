/**
 * The examination: runs all checks against servers with several seeded bugs each, and counts the bugs
 * that are reported and the causes that are one bug.
 *
 * `deno task exam --help` lists the options.
 *
 * @module
 */
import { startMutated } from "@plumbline/mutants/embedded";
import type { RunEvent } from "@plumbline/reports/events";
import { reportOf } from "@plumbline/reports/report";
import { type Command, flag, type Given, integer, list, path, runTool } from "@plumbline/options";
import { AREAS } from "@plumbline/suites/areas";
import { runChecks } from "@plumbline/suites/engine/run";
import { print } from "../program/output.ts";
import { anySeed } from "../program/random.ts";
import { judgeCauses, type JudgedCause, type Judgement, judgeRun } from "./judge.ts";
import { chooseBugs, LARGE, type SeededBug } from "./servers.ts";

const OPTIONS = {
  servers: integer("servers to check (default 20)", { min: 1, max: 1_000 }),
  bugs: integer("seeded bugs of each server (default 8)", { min: 1, max: 100 }),
  seed: integer("seed of the first server (default: any)", { min: 1, max: 2 ** 31 - 1 }),
  quick: flag("20 cases per property instead of 100"),
  gross: flag("give each server a bug that shows in nearly every check"),
  save: path("DIR", "write the events and the bugs of each failure into this folder"),
  saved: list("FILE,...", "join the failures of these files again, and check no server"),
  bug: list("ID,...", "with --gross: only these of them", {
    words: () => LARGE.map(({ id }) => id),
  }),
};

const COMMAND: Command<typeof OPTIONS> = {
  name: "exam",
  arguments: [],
  description:
    "Check reference servers with several seeded bugs each, and print how many bugs are " +
    "reported, how many causes are one bug, and the causes per bug.",
  options: OPTIONS,
  examples: [
    ["exam --servers 3 --quick", "Try three servers"],
    ["exam --servers 10 --bugs 30", "Try servers with many bugs"],
    ["exam --gross", "Put each gross bug beside eight small ones"],
    ["exam --saved out/bugs-7.json", "Join the failures of a saved run again"],
  ],
};

/** What is counted over all servers. */
interface Totals {
  bugs: number;
  reported: number;
  causes: number;
  right: number;
  headed: number;
}

async function exam({ options }: Given<typeof OPTIONS>): Promise<number> {
  if (options.saved !== undefined) return await joinAgain(options.saved);
  const { bugs: count = 8, seed: first = anySeed(), quick = false } = options;
  const gross = options.gross || options.bug !== undefined
    ? LARGE.filter(({ id }) => options.bug?.includes(id) ?? true)
    : [undefined];
  const servers = options.servers ?? (gross[0] === undefined ? 20 : gross.length);
  const totals: Totals = { bugs: 0, reported: 0, causes: 0, right: 0, headed: 0 };
  for (let at = 0; at < servers; at++) {
    const seed = first + at;
    const large = gross[at % gross.length];
    const beside = large === undefined ? [] : [large];
    const small = chooseBugs(seed, count, beside);
    const judgement = await examine([...beside, ...small], { seed, runs: quick ? 20 : 100 });
    if (options.save !== undefined) {
      await save(
        `${options.save}/${large?.id.replace("/", "-") ?? "bugs"}-${seed}.json`,
        judgement,
        small,
      );
    }
    add(totals, judgement, { small, large });
    printServer(judgement, { seed, small, large });
  }
  printTotals(totals);
  return 0;
}

/** What a file has of a server that was checked. */
interface Saved {
  readonly events: readonly RunEvent[];
  readonly owners: Readonly<Record<string, readonly string[]>>;
  readonly small: readonly string[];
  readonly missed: readonly string[];
}

/** Joins the failures of saved runs by the code of today; what was reported stays. */
async function joinAgain(files: readonly string[]): Promise<number> {
  const totals: Totals = { bugs: 0, reported: 0, causes: 0, right: 0, headed: 0 };
  for (const file of files) {
    const { events, owners, small, missed }: Saved = JSON.parse(await Deno.readTextFile(file));
    const causes = judgeCauses(reportOf(events).causes ?? [], new Map(Object.entries(owners)));
    totals.bugs += small.length;
    totals.reported += small.filter((id) => !missed.includes(id)).length;
    addCauses(totals, causes);
    print(`${file}: ${causes.filter(isOneBug).length} of ${causes.length} causes right`);
    printCauses(causes);
  }
  printTotals(totals);
  return 0;
}

function printTotals({ bugs, reported, causes, right, headed }: Totals): void {
  print(
    `${percent(reported, bugs)} of ${bugs} bugs are reported, ${percent(right, causes)} of ` +
      `${causes} causes are one bug, ${(right / Math.max(1, headed)).toFixed(2)} causes per bug`,
  );
}

/** A server that was checked, and what was found out about its report. */
interface Examined extends Judgement {
  readonly events: readonly RunEvent[];
  /** How long the run took. */
  readonly seconds: number;
}

/** Checks a server with bugs, and judges the report. */
async function examine(
  bugs: readonly SeededBug[],
  run: { readonly seed: number; readonly runs: number },
): Promise<Examined> {
  const events: RunEvent[] = [];
  const started = performance.now();
  {
    await using target = await startMutated({ mutants: bugs.map(({ id }) => id) });
    await runChecks({ target, areas: AREAS, ...run, emit: (event) => events.push(event) });
  }
  const ran = (performance.now() - started) / 1_000;
  const kept = events.filter(({ type }) => type !== "check progress");
  const { checks, causes = [] } = reportOf(kept);
  return { ...await judgeRun(bugs, checks, { causes, run }), events: kept, seconds: ran };
}

/** Writes the events of a run and what was found out about it. */
async function save(
  file: string,
  { events, owners, missed }: Examined,
  small: readonly SeededBug[],
): Promise<void> {
  await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
  const saved: Saved = {
    events,
    owners: Object.fromEntries(owners),
    small: small.map(({ id }) => id),
    missed: missed.map(({ id }) => id),
  };
  await Deno.writeTextFile(file, JSON.stringify(saved));
}

function add(
  totals: Totals,
  { missed, causes }: Judgement,
  { small }: { readonly small: readonly SeededBug[]; readonly large: SeededBug | undefined },
): void {
  totals.bugs += small.length;
  totals.reported += small.filter((bug) => !missed.includes(bug)).length;
  addCauses(totals, causes);
}

function addCauses(totals: Totals, causes: readonly JudgedCause[]): void {
  const right = causes.filter(isOneBug);
  totals.causes += causes.length;
  totals.right += right.length;
  totals.headed += new Set(right.map(({ bugs: [id] }) => id)).size;
}

function printServer(
  { missed, elsewhere, causes, seconds }: Examined,
  { seed, small, large }: {
    readonly seed: number;
    readonly small: readonly SeededBug[];
    readonly large: SeededBug | undefined;
  },
): void {
  const name = large === undefined ? "" : ` ${large.id}:`;
  const found = small.filter((bug) => !missed.includes(bug)).length;
  print(
    `seed ${seed}:${name} ${found} of ${small.length} bugs reported, ` +
      `${causes.filter(isOneBug).length} of ${causes.length} causes right, ${seconds.toFixed(0)} s`,
  );
  for (const { id, breaks } of missed) print(`  missed ${id} (${breaks.join(", ")})`);
  for (const { id } of elsewhere) print(`  by other requirements than listed: ${id}`);
  printCauses(causes);
}

function printCauses(causes: readonly JudgedCause[]): void {
  for (const { cause, bugs } of causes) {
    print(
      `  ${isOneBug({ bugs }) ? "right" : "WRONG"} ${cause.failures.length} ` +
        `[${bugs.join(" + ")}] ${cause.id}: ${cause.title}`.slice(0, 220),
    );
  }
}

/** True if all failures of a cause belong to one bug. */
function isOneBug({ bugs: [id, ...others] }: { readonly bugs: readonly string[] }): boolean {
  return id !== undefined && id !== "unexplained" && others.length === 0;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "-" : `${(100 * part / whole).toFixed(1)} %`;
}

if (import.meta.main) Deno.exit(await runTool(COMMAND, Deno.args, exam));
