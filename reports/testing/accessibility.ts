/**
 * Checks the accessibility of a page with axe.
 *
 * @module
 */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** A violation of an accessibility rule. */
export interface Problem {
  /** The id of the rule. */
  readonly id: string;
  /** The impact on users. */
  readonly impact: string;
  /** The first element that violates it, and the reason. */
  readonly first: string;
  readonly why: string;
}

/** Returns the serious violations of a page, which must be opened with `bypassCSP`. */
export async function seriousProblems(page: Page): Promise<Problem[]> {
  await page.evaluate(`${axe.source}; 0`);
  const found = await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => " +
      "({ id, impact, first: nodes[0].html.slice(0, 200), why: nodes[0].failureSummary })))",
  ) as Problem[];
  return found.filter(({ impact }) => ["serious", "critical"].includes(impact));
}
