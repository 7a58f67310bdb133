/**
 * The command `report verify`.
 *
 * @module
 */
import { makeTemporaryDirectory, remove, writeTextFile } from "@plumbline/runtime/files";
import { defineCommand, UsageError } from "@plumbline/options";
import type { CheckResult } from "@plumbline/reports/events";
import type { Report } from "@plumbline/reports/report";
import { safeLine } from "@plumbline/reports/text";
import { check } from "../check/check.ts";
import { CHECK_OPTIONS, type CheckOptions } from "../check/options.ts";
import { replayFileOf } from "../check/replay_file.ts";
import { EXIT } from "../exit_codes.ts";
import { loadSuites } from "../suite_modules.ts";
import type { CommandContext, Terminal } from "../terminal.ts";
import { readReport } from "./read_report.ts";

/** The options of `check` without those that the report states, or that run nothing. */
const {
  seed: _seed,
  only: _only,
  failed: _failed,
  area: _area,
  level: _level,
  shard: _shard,
  path: _path,
  replayPath: _replayPath,
  replay: _replay,
  repeat: _repeat,
  list: _list,
  plan: _plan,
  report: _report,
  format: _format,
  implementation: _implementation,
  ...OPTIONS
} = CHECK_OPTIONS;

/** The command. */
export const verifyCommand = defineCommand({
  name: "report verify",
  arguments: ["<REPORT>", "[URL]"],
  description:
    "Run the checks of a report again, with its seed and number of cases, and compare the results.",
  options: OPTIONS,
  examples: [
    [
      'report verify out/report.json https://localhost:6443 --token "$TOKEN"',
      "Reproduce a report on a server",
    ],
  ],
  run: ({ arguments: [path = "", ...url], options }, context: CommandContext) =>
    verify(path, { url, options }, context),
});

async function verify(
  path: string,
  { url, options }: { readonly url: readonly string[]; readonly options: CheckOptions },
  context: CommandContext,
): Promise<number> {
  const { terminal } = context;
  const { kubeconfig, config, mutant } = options;
  if (url.length === 0 && [kubeconfig, config, mutant].every((given) => given === undefined)) {
    throw new UsageError("report verify needs a server. Give its URL or --kubeconfig.");
  }
  const recorded = await readReport(path);
  const claims = recorded.checks.filter((one) => claimOf(one) !== undefined);
  if (claims.length === 0) throw new UsageError(`${path} has no result that can be verified.`);
  const { checks } = await loadSuites(options.suiteModule, context.checks);
  const ids = new Set<string>(checks.map(({ id }) => id));
  const only = claims.map(({ id }) => id as string).filter((id) => ids.has(id));
  if (only.length === 0) throw new UsageError(`These suites have none of the checks in ${path}.`);
  const directory = await makeTemporaryDirectory("plumbline-");
  try {
    // Fewer cases would confirm what they did not test, unless the caller chooses so.
    const chosen = options.runs !== undefined || options.quick;
    const runs = chosen || recorded.runs === undefined ? {} : { runs: recorded.runs };
    const again: CheckOptions = {
      ...options,
      ...runs,
      seed: recorded.seed,
      only,
      report: directory,
      format: ["json"],
    };
    const given = { arguments: url, options: again };
    const code = await check(given, context, { isPart: true });
    if (!COMPLETED.includes(code)) return code;
    const sides = sidesOf(claims, await readReport(`${directory}/report.json`));
    // A race need not show in one run: its case is repeated as it was when it was confirmed.
    for (const [at, { one, claim, seen }] of sides.entries()) {
      if (seen === undefined || seen === claim || one.failures.length === 0) continue;
      const isAgain = await isReproduced(
        one,
        { recorded, url, options: again, directory },
        context,
      );
      if (isAgain) sides[at] = { one, claim, seen: claim };
    }
    return compare(recorded, sides, terminal);
  } finally {
    await remove(directory);
  }
}

/** The exit codes of completed runs. */
const COMPLETED: readonly number[] = [
  EXIT.conformant,
  EXIT.notConformant,
  EXIT.nothingRan,
  EXIT.unjudged,
];

/** A result of the report, and what is seen now. */
interface Side {
  readonly one: CheckResult;
  readonly claim: string | undefined;
  readonly seen: string | undefined;
}

function sidesOf(claims: readonly CheckResult[], found: Report): Side[] {
  const now = new Map(found.checks.map((one) => [one.id, one]));
  return claims.map((one) => {
    const again = now.get(one.id);
    return { one, claim: claimOf(one), seen: holds(one, again) ? claimOf(one) : claimOf(again) };
  });
}

/** Repeats the case of a result's worst failure; returns true if it fails again. */
async function isReproduced(
  result: CheckResult,
  { recorded, url, options, directory }: {
    readonly recorded: Report;
    readonly url: readonly string[];
    readonly options: CheckOptions;
    readonly directory: string;
  },
  context: CommandContext,
): Promise<boolean> {
  const [failure] = result.failures;
  if (failure === undefined) return false;
  const file = `${directory}/replay.json`;
  const { target, runs = 100, seed } = recorded;
  await writeTextFile(file, JSON.stringify(replayFileOf(result, failure, { target, seed, runs })));
  const { seed: _, only: __, runs: ___, quick: ____, ...others } = options;
  const given = { arguments: url, options: { ...others, replay: file } };
  return await check(given, context, { isPart: true }) === EXIT.notConformant;
}

function compare(recorded: Report, sides: readonly Side[], terminal: Terminal): number {
  const refuted = sides.filter(({ claim, seen }) => seen !== undefined && seen !== claim);
  const open = sides.filter(({ seen }) => seen === undefined);
  for (const { one, claim, seen } of refuted) {
    terminal.out(
      `refuted ${safeLine(one.id)}: reported ${safeLine(claim!)}, now ${safeLine(seen!)}\n`,
    );
  }
  for (const { one } of open) terminal.out(`skipped ${safeLine(one.id)}: it cannot run here\n`);
  const confirmed = sides.length - refuted.length - open.length;
  terminal.out(
    `${confirmed} of ${sides.length} results of run ${safeLine(recorded.run)} confirmed\n`,
  );
  if (refuted.length > 0) return EXIT.notConformant;
  return open.length > 0 ? EXIT.nothingRan : EXIT.conformant;
}

/** Returns what a result states about the server, undefined if it is inconclusive. */
function claimOf(result: CheckResult | undefined): string | undefined {
  switch (result?.verdict) {
    case "pass":
      return "pass";
    case "fail":
    case "warn":
    case "known deviation":
      return `${violatedBy(result).join(", ") || "a requirement"} violated`;
    default:
      return undefined;
  }
}

/** Returns true if the worst requirement that a result calls violated is violated again. */
function holds(result: CheckResult, again: CheckResult | undefined): boolean {
  const [worst] = result.failures;
  return again !== undefined && worst !== undefined &&
    violatedBy(again).includes(worst.requirement);
}

function violatedBy({ failures }: CheckResult): string[] {
  return failures.map(({ requirement }) => requirement);
}
