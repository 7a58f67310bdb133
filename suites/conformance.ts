/**
 * Registers checks as tests of `deno test`, one test a check.
 *
 * @module
 */
import project from "../deno.json" with { type: "json" };
import type { CheckResult, RunEvent } from "../reports/events.ts";
import { safeJson } from "../reports/text.ts";
import { mergeReports } from "../reports/merge.ts";
import { type Report, reportOf } from "../reports/report.ts";
import { summaryLines } from "../reports/summary.ts";
import type { Check } from "./check.ts";
import { REQUIREMENTS } from "./catalogue.ts";
import type { KnownDeviation } from "./engine/known_deviations.ts";
import { runChecks } from "./engine/run.ts";
import type { Target } from "./client/target.ts";

/** What is held against what. */
export interface ConformanceOptions {
  /** The checks to register, in this order. */
  readonly checks: readonly Check[];
  /** Opens the target; called once, before the first test, and closed after the last. */
  target(): Promise<Target>;
  /** Cases a property. @default {100} */
  readonly runs?: number | undefined;
  /** All drawing follows from it; drawn itself where absent, and told where a test fails. */
  readonly seed?: number | undefined;
  /** Failures that are understood. */
  readonly known?: readonly KnownDeviation[] | undefined;
  /** A directory for the report of these checks, a file an area; `report merge` joins them. */
  readonly report?: string | undefined;
}

/**
 * Registers a test for each check. A test fails where the check's verdict is `fail` or `error`;
 * any other verdict but `pass` shows as an ignored step that tells the reason.
 *
 * @example
 * ```ts ignore
 * import { CHECKS, conformance, connect } from "@plumbline/plumbline/suites";
 *
 * conformance({ checks: CHECKS, target: () => connect({ url: "http://localhost:8001" }) });
 * ```
 */
export function conformance(options: ConformanceOptions): void {
  const seed = options.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;
  let opened: Target | undefined;
  const reports: Report[] = [];
  Deno.test.beforeAll(async () => {
    opened = await options.target();
  });
  Deno.test.afterAll(async () => {
    await opened?.close();
    const { report, checks: [first] } = options;
    if (report === undefined || first === undefined || reports.length === 0) return;
    await keepReport(mergeReports(reports), { directory: report, area: first.id.split("/")[0]! });
  });
  for (const check of options.checks) {
    Deno.test(
      `${check.id}: ${check.title}`,
      (test) => runAsTest(test, { check, target: opened!, reports }, { ...options, seed }),
    );
  }
}

/** Writes the report of all checks of one file, beside those of others. */
async function keepReport(
  report: Report,
  { directory, area }: { readonly directory: string; readonly area: string },
): Promise<void> {
  await Deno.mkdir(directory, { recursive: true });
  const path = `${directory}/${area}-${report.run}.json`;
  await Deno.writeTextFile(path, `${safeJson(report, 2)}\n`);
}

async function runAsTest(
  test: Deno.TestContext,
  { check, target, reports }: {
    readonly check: Check;
    readonly target: Target;
    /** Where the report goes. */
    readonly reports: Report[];
  },
  options: ConformanceOptions & { readonly seed: number },
): Promise<void> {
  const events: RunEvent[] = [];
  await runChecks({
    target,
    checks: [check],
    catalogue: options.checks.map(({ id }) => id),
    requirements: REQUIREMENTS,
    seed: options.seed,
    ...(options.runs !== undefined && { runs: options.runs }),
    known: (options.known ?? []).filter((deviation) => deviation.check === check.id),
    suiteVersion: project.version,
    emit: (event) => void events.push(event),
  });
  const report = reportOf(events);
  reports.push(report);
  const [result] = report.checks;
  if (result === undefined || report.aborted !== undefined) {
    throw new Error(`Cannot tell anything of ${check.id}: ${report.aborted ?? "it never ended"}`);
  }
  if (result.verdict === "fail" || result.verdict === "error") {
    throw new Error(summaryLines(report).join("\n"));
  }
  for (const words of remarks(result, report)) {
    await test.step({ name: words, ignore: true, fn: () => {} });
  }
}

/** What must not go unsaid about a test that does not fail. */
function remarks(
  { verdict, reason }: CheckResult,
  { leftBehind, staleDeviations }: ReturnType<typeof reportOf>,
): string[] {
  return [
    ...(verdict === "pass" ? [] : [`${verdict}: ${reason}`]),
    ...leftBehind.map((path) => `left behind: ${path}`),
    ...staleDeviations.map(({ check, why }) => `stale known deviation of ${check}: ${why}`),
  ];
}
