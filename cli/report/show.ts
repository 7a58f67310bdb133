/**
 * The command `report show`.
 *
 * @module
 */
import { defineCommand, integer, UsageError } from "@plumbline/options";
import type { CheckResult } from "@plumbline/reports/events";
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
  },
  examples: [
    ["report show out/report.json", "Show all failures"],
    ["report show out/report.json --failure 2", "Show the second failure with its requests"],
  ],
  async run({ arguments: [file = ""], options }, { terminal }: CommandContext): Promise<number> {
    const failed = failuresInOrder(await readReport(file))
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
