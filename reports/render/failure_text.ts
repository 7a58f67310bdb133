/**
 * A failure's package as plain text, for reports that have no form of their own for it.
 *
 * @module
 */
import type { CheckResult, Failure } from "../events.ts";
import { safeLine, safeText, truncate } from "../text.ts";

/** Characters of a long text that are kept. */
const KEPT = 2_000;

/** How many curl lines are kept: `report.json` has them all. */
const KEPT_LINES = 12;

/** The package of a check that has one, or else why it has its verdict. */
export function failureText(check: CheckResult): string {
  if (check.failure === undefined) {
    return safeText(truncate(check.reason ?? "no reason is known", KEPT));
  }
  return packageLines(check.failure).map((line) => safeText(truncate(line, KEPT))).join("\n");
}

/** What was expected and what was found, in one line. */
export function verdictSentence({ failure, reason }: CheckResult): string {
  const text = failure === undefined
    ? reason ?? "no reason is known"
    : `${failure.requirement}: expected ${failure.expected}, actual ${failure.actual}`;
  return safeLine(text, 300);
}

function packageLines(failure: Failure): string[] {
  const { attempts, reproduced } = failure.confirmed;
  const more = failure.curl.length - KEPT_LINES;
  return [
    `requirement  ${failure.requirement}: ${failure.statement}`,
    `expected     ${failure.expected}`,
    `actual       ${failure.actual}`,
    ...(failure.counterexample === undefined
      ? []
      : [`smallest     ${JSON.stringify(failure.counterexample)}`]),
    `confirmed    ${reproduced} of ${attempts} repetitions failed again`,
    `again        ${failure.replay}`,
    ...failure.curl.slice(0, KEPT_LINES),
    ...(more > 0 ? [`… and ${more} more in report.json`] : []),
  ];
}
