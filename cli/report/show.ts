/**
 * The command `report show`.
 *
 * @module
 */
import { defineCommand, integer, suggestion, text, UsageError } from "@plumbline/options";
import type { CheckResult } from "@plumbline/reports/events";
import { decidedLines } from "@plumbline/reports/decided";
import { failuresInOrder } from "@plumbline/reports/failure_groups";
import { exchangeLines, failureText } from "@plumbline/reports/summary";
import { pluralize, safeLine } from "@plumbline/reports/text";
import { timelineLines } from "@plumbline/reports/timeline_text";
import { EXIT } from "../exit_codes.ts";
import type { CommandContext } from "../terminal.ts";
import { readReport } from "./read_report.ts";

/** The command. */
export const showCommand = defineCommand({
  name: "report show",
  arguments: ["<FILE>"],
  description:
    "Show the failures of a report as text: expected and actual behaviour, and the timeline of the requests. FILE is report.json or events.ndjson.",
  options: {
    failure: integer("show only the Nth failure, with its requests and responses", {
      min: 1,
      max: 1_000_000,
    }),
    requirement: text("ID", "show on which types, verbs and forms this requirement was decided"),
  },
  examples: [
    ["report show out/report.json", "Show all failures"],
    ["report show out/report.json --failure 2", "Show the second failure with its requests"],
    [
      "report show out/report.json --requirement watch.nothing-lost",
      "Show the types and forms on which a requirement was decided",
    ],
  ],
  async run({ arguments: [file = ""], options }, { terminal }: CommandContext): Promise<number> {
    const report = await readReport(file);
    const { requirement } = options;
    if (requirement !== undefined) {
      const lines = decidedLines(report, requirement);
      if (lines === undefined) {
        const ids = report.requirements.map(({ id }) => id);
        const hint = suggestion(requirement, ids, "The report lists its requirements.");
        throw new UsageError(`There is no requirement ${requirement}. ${hint}`);
      }
      terminal.out(`${lines.join("\n")}\n`);
      return EXIT.conformant;
    }
    const failed = failuresInOrder(report)
      .filter(({ failures }) => failures.length > 0);
    const { failure: chosen } = options;
    if (chosen !== undefined && chosen > failed.length) {
      const there = pluralize(failed.length, "failure");
      throw new UsageError(`Cannot show failure ${chosen} as the report has ${there}`);
    }
    if (failed.length === 0) terminal.out("The report has no failures.\n");
    for (const [index, check] of failed.entries()) {
      if (chosen !== undefined && index + 1 !== chosen) continue;
      const lines = failureLines(check, `failure ${index + 1} of ${failed.length}`);
      if (chosen !== undefined) {
        lines.push("", "Requests and responses", ...exchangeLines(check.failures[0]!.exchange));
      }
      terminal.out(`${lines.join("\n")}\n\n`);
    }
    return EXIT.conformant;
  },
});

function failureLines(check: CheckResult, place: string): string[] {
  const { verdict, id, title, failures: [failure] } = check;
  const timeline = failure?.timeline;
  return [
    `${verdict.toUpperCase()} ${safeLine(id)}  ${safeLine(title)}  (${place})`,
    ...failureText(check).split("\n").map((line) => `  ${line}`),
    "",
    ...(timeline === undefined
      ? ["  The requests came one after the other: there is no timeline."]
      : ["Timeline, from the start of the case", ...timelineLines(timeline)]),
  ];
}
