/**
 * Whether all can use a page, as far as a program can tell.
 *
 * @module
 */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** What keeps somebody from using a part of a page. */
export interface Problem {
  /** The rule that is broken. */
  readonly id: string;
  /** How badly. */
  readonly impact: string;
  /** The first element that breaks it, and why. */
  readonly first: string;
  readonly why: string;
}

/** The serious problems of a page; it must have been opened with `bypassCSP`. */
export async function seriousProblems(page: Page): Promise<Problem[]> {
  await page.evaluate(`${axe.source}; 0`);
  const found = await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => " +
      "({ id, impact, first: nodes[0].html.slice(0, 200), why: nodes[0].failureSummary })))",
  ) as Problem[];
  return found.filter(({ impact }) => ["serious", "critical"].includes(impact));
}
