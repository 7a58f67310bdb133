/**
 * Holds the checks against a reference server with faults: which of them notice?
 *
 * @module
 */
import { type CheckResult, reportOf, type RunEvent } from "../reports/mod.ts";
import { type Check, REQUIREMENTS, runChecks, startEmbedded } from "../suites/mod.ts";

/** How the checks are run. */
export interface KillOptions {
  /** The ids of the faults, or benign variants, that the server has. */
  readonly faults: readonly string[];
  /** The checks to hold against it. */
  readonly checks: readonly Check[];
  /** All drawing follows from it. */
  readonly seed: number;
  /** Cases a property. @default {100} */
  readonly runs?: number;
}

/** Runs the checks against a server of its own and tells what became of each. */
export async function runAgainst(
  { faults, checks, seed, runs = 100 }: KillOptions,
): Promise<readonly CheckResult[]> {
  const target = await startEmbedded({ faults });
  const events: RunEvent[] = [];
  try {
    await runChecks({
      target,
      checks,
      catalogue: checks.map(({ id }) => id),
      requirements: REQUIREMENTS,
      seed,
      runs,
      suiteVersion: "",
      emit: (event) => void events.push(event),
    });
  } finally {
    await target.close();
  }
  return reportOf(events).checks;
}

/** The ids of the checks that notice: those that fail, or warn. */
export function killersIn(results: readonly CheckResult[]): readonly string[] {
  return results.filter(({ verdict }) => verdict === "fail" || verdict === "warn")
    .map(({ id }) => id);
}
