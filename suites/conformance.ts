/**
 * Registers checks as tests of `deno test` or `node:test`, one test per check.
 *
 * @module
 */
import type { CheckResult, RunEvent } from "@plumbline/reports/events";
import { mergeReports } from "@plumbline/reports/merge";
import { type Report, reportOf } from "@plumbline/reports/report";
import { summaryLines } from "@plumbline/reports/summary";
import { safeJson } from "@plumbline/reports/text";
import { makeDirectory, writeTextFile } from "@plumbline/runtime/files";
import { registerTests } from "@plumbline/runtime/test_runner";
import { AREAS } from "./areas/mod.ts";
import type { Check } from "./check.ts";
import { connect, type ConnectOptions } from "./connect/connect.ts";
import type { Target } from "./client/target.ts";
import { randomSeed, run, type RunOptions } from "./run.ts";

/** Settings of a conformance test; everything but the target has a default. */
export interface ConformanceOptions
  extends Pick<RunOptions, "areas" | "checks" | "runs" | "seed" | "known" | "strict" | "workers"> {
  /**
   * The server under test: options to connect with, a URL, or a function that opens the target. It
   * is opened once, before the first test, and closed after the last.
   */
  readonly target: ConnectOptions | string | (() => Promise<Target>);
  /** A directory for the reports, one file per area; `report merge` joins them. */
  readonly report?: string | undefined;
}

/**
 * Registers a test for each check. A test fails if the verdict of its check is `fail` or `error`;
 * any other verdict except `pass` is shown as an ignored step that states the reason.
 *
 * @param options The target, and what differs from the defaults: all built-in areas, 100 cases per
 * property, a random seed, which a failing test prints.
 *
 * @example
 * ```ts ignore
 * import { conformance } from "@plumbline/plumbline/suites";
 *
 * conformance({ target: "http://localhost:8001" });
 * ```
 */
export function conformance(options: ConformanceOptions): void {
  const { areas = AREAS, checks = areas.flatMap((area) => area.checks) } = options;
  const seed = options.seed ?? randomSeed();
  let opened: Target | undefined;
  const reports: Report[] = [];
  registerTests({
    async before() {
      const { target } = options;
      if (typeof target === "function") opened = await target();
      else opened = await connect(typeof target === "string" ? { url: target } : target);
    },
    async after() {
      await opened?.close();
      const [first] = checks;
      if (options.report === undefined || first === undefined || reports.length === 0) return;
      await writeReport(mergeReports(reports), options.report, first.id.split("/")[0]!);
    },
    tests: checks.map((check) => ({
      name: `${check.id}: ${check.title}`,
      async run(test) {
        const settings = { ...options, areas, seed, target: opened! };
        const report = await runAlone(check, settings);
        reports.push(report);
        for (const words of remarks(report)) await test.remark(words);
        const failed = report.checks.some(({ verdict }) =>
          verdict === "fail" || verdict === "error"
        );
        if (failed) throw new Error(summaryLines(report).join("\n"));
      },
    })),
  });
}

/** Writes the report of an area beside those of others. */
async function writeReport(report: Report, directory: string, area: string): Promise<void> {
  await makeDirectory(directory);
  const path = `${directory}/${area}-${report.run}.json`;
  await writeTextFile(path, `${safeJson(report, 2)}\n`);
}

async function runAlone(check: Check, options: RunOptions): Promise<Report> {
  const known = (options.known ?? []).filter((deviation) => deviation.check === check.id);
  const events: RunEvent[] = [];
  for await (const event of run({ ...options, checks: [check], known })) events.push(event);
  const report = reportOf(events);
  if (report.checks.length > 0 && report.aborted === undefined) return report;
  throw new Error(`Cannot decide ${check.id}: ${report.aborted ?? "the run did not finish"}`);
}

/** Returns what must be reported about a test that does not fail. */
function remarks({ checks, leftBehind, staleDeviations }: Report): string[] {
  const [{ verdict, reason } = {} as CheckResult] = checks;
  if (verdict === "fail" || verdict === "error") return [];
  return [
    ...(verdict === "pass" ? [] : [`${verdict}: ${reason}`]),
    ...leftBehind.map((path) => `left behind: ${path}`),
    ...staleDeviations.map(({ check, why }) => `stale known deviation of ${check}: ${why}`),
  ];
}
