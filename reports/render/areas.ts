/**
 * What the checks of each area came to.
 *
 * @module
 */
import { type CheckResult, type Verdict, VERDICTS } from "../events.ts";

/** An area of a run. */
export interface AreaResult {
  /** Its name. */
  readonly area: string;
  /** Its checks, in the order of the report. */
  readonly checks: readonly CheckResult[];
  /** How many of them have each verdict. */
  readonly totals: Readonly<Record<Verdict, number>>;
  /** Milliseconds its checks took together. */
  readonly duration: number;
}

/** The areas in the order of their first checks. */
export function areasOf(checks: readonly CheckResult[]): AreaResult[] {
  return [...Map.groupBy(checks, ({ area }) => area)].map(([area, own]) => ({
    area,
    checks: own,
    totals: Object.fromEntries(
      VERDICTS.map((verdict) => [verdict, own.filter((check) => check.verdict === verdict).length]),
    ) as Record<Verdict, number>,
    duration: own.reduce((sum, { duration }) => sum + duration, 0),
  }));
}

/** The checks of these verdicts. */
export function checksWith(
  checks: readonly CheckResult[],
  ...verdicts: readonly Verdict[]
): readonly CheckResult[] {
  return checks.filter(({ verdict }) => verdicts.includes(verdict));
}
