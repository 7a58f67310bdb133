/**
 * Runs `check` in a process of its own and reads its report.
 *
 * @module
 */
import type { Report } from "@plumbline/reports/report";

const CLI = new URL("../../cli.ts", import.meta.url).pathname;

/** The outcome of a run. */
export interface CheckOutcome {
  readonly code: number;
  readonly seconds: number;
  /** The checks that failed, warned or broke, with the reason; or why there is no report. */
  readonly alarms: readonly string[];
}

/** Starts `check` with these words. */
export function startCheck(words: readonly string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-P=program", CLI, "check", ...words, "--plain"],
    stdout: "null",
    stderr: "null",
  }).spawn();
}

/** Runs `check` with these words and returns its outcome. */
export async function runCheck(words: readonly string[]): Promise<CheckOutcome> {
  const directory = await Deno.makeTempDir({ prefix: "plumbline-trial-" });
  const started = performance.now();
  try {
    const run = startCheck([...words, "--report", directory, "--format", "json"]);
    const { code } = await run.status;
    const seconds = (performance.now() - started) / 1_000;
    return { code, seconds, alarms: await alarmsIn(`${directory}/report.json`, code) };
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

async function alarmsIn(path: string, code: number): Promise<string[]> {
  let report: Report;
  try {
    report = JSON.parse(await Deno.readTextFile(path));
  } catch {
    return [`no report, exit code ${code}`];
  }
  const checks = report.checks.filter(({ verdict }) => ["fail", "warn", "error"].includes(verdict));
  return [
    ...checks.map(({ id, verdict, seed, reason }) =>
      `${verdict} ${id} (seed ${report.seed}, ${seed}): ${(reason ?? "").slice(0, 200)}`
    ),
    ...(report.aborted === undefined ? [] : [`aborted: ${report.aborted}`]),
    ...(report.leftBehind.length === 0 ? [] : [`left behind: ${report.leftBehind.join(", ")}`]),
  ];
}
