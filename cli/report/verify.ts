/**
 * The command `report verify`.
 *
 * @module
 */
import { commandHelp, parseArguments, UsageError } from "../../command_line/mod.ts";
import type { CheckResult } from "../../reports/events.ts";
import { safeLine } from "../../reports/text.ts";
import type { Report } from "../../reports/report.ts";
import { CHECKS } from "../../suites/areas/mod.ts";
import type { Check } from "../../suites/check.ts";
import { check } from "../check/check.ts";
import { EXIT } from "../exit_code.ts";
import type { Io } from "../io.ts";
import { readReport } from "./file.ts";
import { VERIFY_COMMAND } from "./options.ts";

/** Runs what a report tells of again, with its seed, and says whether it is so. */
export async function verifyCommand(
  words: readonly string[],
  io: Io,
  checks: readonly Check[] = CHECKS,
): Promise<number> {
  const [path, ...rest] = words;
  if (words.includes("--help")) {
    io.out(commandHelp(VERIFY_COMMAND, io.columns));
    return EXIT.conformant;
  }
  // An option that nobody knows is told as such.
  if (path?.startsWith("--")) parseArguments([path], VERIFY_COMMAND);
  if (path === undefined || path.startsWith("--") || rest.length === 0) {
    throw new UsageError("report verify needs a report and what check takes, as the URL");
  }
  const option = SAID_BY_REPORT.find((one) => rest.some((word) => word.split("=")[0] === one));
  if (option !== undefined) {
    throw new UsageError(`${option} has no place here: the report says what is run again`);
  }
  const claimed = await readReport(path);
  const told = claimed.checks.filter((one) => claimOf(one) !== undefined);
  if (told.length === 0) throw new UsageError(`${path} claims nothing that could be run again`);
  const directory = await Deno.makeTempDir({ prefix: "plumbline-" });
  try {
    const there = new Set<string>(checks.map(({ id }) => id));
    const only = told.filter(({ id }) => there.has(id)).flatMap(({ id }) => ["--only", id]);
    if (only.length === 0) {
      throw new UsageError(`None of the checks that ${path} tells of are in these suites`);
    }
    // Fewer cases would confirm what they did not try; more of them are the caller's choice.
    const chosen = rest.some((word) => /^--(runs(=|$)|quick$)/.test(word));
    const runs = chosen || claimed.runs === undefined ? [] : ["--runs", String(claimed.runs)];
    const as = ["--seed", String(claimed.seed), ...runs];
    const options = [...as, "--report", directory, "--format", "json"];
    const code = await check([...rest, ...options, ...only], io, checks, { isPart: true });
    if (!REPORTED.includes(code)) return code;
    return tell(claimed, told, await readReport(`${directory}/report.json`), io);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Options of `check` that would choose other checks than those told of, or run none. */
const SAID_BY_REPORT = [
  ...["--seed", "--only", "--suite", "--level", "--shard", "--path", "--replay-path"],
  ...["--replay", "--list", "--plan", "--report", "--format"],
];

/** The exit codes of runs that came to their end. */
const REPORTED: readonly number[] = [EXIT.conformant, EXIT.notConformant, EXIT.nothingRan];

function tell(claimed: Report, told: readonly CheckResult[], found: Report, io: Io): number {
  const now = new Map(found.checks.map((one) => [one.id, one]));
  const sides = told.map((one) => ({ one, claim: claimOf(one), seen: claimOf(now.get(one.id)) }));
  const refuted = sides.filter(({ claim, seen }) => seen !== undefined && seen !== claim);
  const open = sides.filter(({ seen }) => seen === undefined);
  for (const { one, claim, seen } of refuted) {
    io.out(
      `refuted ${safeLine(one.id)}: the report says ${safeLine(claim!)}, now ${safeLine(seen!)}\n`,
    );
  }
  for (const { one } of open) io.out(`not told ${safeLine(one.id)}: it could not be run here\n`);
  const confirmed = told.length - refuted.length - open.length;
  io.out(`${confirmed} of ${told.length} claims of run ${safeLine(claimed.run)} confirmed\n`);
  if (refuted.length > 0) return EXIT.notConformant;
  return open.length > 0 ? EXIT.nothingRan : EXIT.conformant;
}

/** What a result claims of the target; nothing where it could not tell. */
function claimOf(result: CheckResult | undefined): string | undefined {
  switch (result?.verdict) {
    case "pass":
      return "it holds";
    case "fail":
    case "warn":
    case "known deviation":
      return `${result.failure?.requirement ?? "it"} is broken`;
    default:
      return undefined;
  }
}
