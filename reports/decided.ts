/**
 * Says on which resource types, verbs and forms a requirement was decided.
 *
 * @module
 */
import type { CheckResult } from "./events.ts";
import type { Report } from "./report.ts";
import { pluralize, safeLine } from "./text.ts";

/**
 * Returns the checks of a requirement as lines, each with the types and the values of its cases, and
 * with what none of them reached.
 *
 * @returns undefined if the report has no such requirement.
 */
export function decidedLines(report: Report, id: string): string[] | undefined {
  const requirement = report.requirements.find((one) => one.id === id);
  if (requirement === undefined) return undefined;
  const { statement, verdict = "not checked" } = requirement;
  const checks = report.checks.filter((check) => requirement.checks.includes(check.id));
  return [
    `${verdict.toUpperCase()} ${id}: ${safeLine(statement, 500)}`,
    ...checks.flatMap((check) => ["", ...checkLines(check)]),
  ];
}

function checkLines(check: CheckResult): string[] {
  const { id, verdict, cases, types = {}, unreached = [], spread = {}, reason } = check;
  const decided = Object.entries(types).filter(([, { decided }]) => decided > 0);
  const undecided = Object.entries(types).filter(([, { decided }]) => decided === 0);
  const values = Map.groupBy(Object.entries(spread), ([words]) => fieldOf(words));
  return [
    `  ${verdict} ${id}, ${pluralize(cases, "case")}${
      cases === 0 && reason !== undefined ? `: ${safeLine(reason)}` : ""
    }`,
    ...line("types", decided.map(([type, { decided }]) => `${type} (${decided})`)),
    ...[...values].flatMap(([field, entries]) =>
      line(field, entries.map(([words, count]) => `${words.slice(field.length).trim()} (${count})`))
    ),
    ...line("not decided", undecided.map(([type]) => type)),
    ...line("not reached", unreached),
  ];
}

/** Returns the field of a counted value, which is its first word. */
function fieldOf(words: string): string {
  const [field = "", ...values] = words.split(" ");
  return values.length === 0 ? "" : field;
}

function line(label: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [
    `    ${(label === "" ? "value" : safeLine(label)).padEnd(12)} ${
      safeLine(values.join(", "), 1_000)
    }`,
  ];
}
