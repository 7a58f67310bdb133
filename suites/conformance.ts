/**
 * Registers checks as tests of `deno test`, one test a check.
 *
 * @module
 */
import { type CheckResult, reportOf, type RunEvent, summaryLines } from "../reports/mod.ts";
import type { Check } from "./check.ts";
import { REQUIREMENTS } from "./requirements/mod.ts";
import type { KnownDeviation } from "./runner/known_deviations.ts";
import { runChecks } from "./runner/run.ts";
import type { Target } from "./target/target.ts";

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
  Deno.test.beforeAll(async () => {
    opened = await options.target();
  });
  Deno.test.afterAll(() => opened?.close());
  for (const check of options.checks) {
    Deno.test(
      `${check.id}: ${check.title}`,
      (test) => runAsTest(test, check, opened!, { ...options, seed }),
    );
  }
}

async function runAsTest(
  test: Deno.TestContext,
  check: Check,
  target: Target,
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
    suiteVersion: "",
    emit: (event) => void events.push(event),
  });
  const report = reportOf(events);
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
