/**
 * The command `known update`.
 *
 * @module
 */
import { stringify } from "@std/yaml";
import { readTextFile, writeTextFile } from "@plumbline/runtime/files";
import { systemCodeOf } from "@plumbline/runtime/errors";
import { defineCommand, flag, path, UsageError } from "@plumbline/options";
import { describeFileError } from "@plumbline/reports/file_error";
import type { Report, StaleDeviation } from "@plumbline/reports/report";
import { safeLine } from "@plumbline/reports/text";
import {
  type KnownDeviation,
  parseKnownDeviations,
} from "@plumbline/suites/engine/known_deviations";
import { EXIT } from "./exit_codes.ts";
import { readReport } from "./report/read_report.ts";
import type { CommandContext } from "./terminal.ts";

/** The command. */
export const knownUpdateCommand = defineCommand({
  name: "known update",
  arguments: ["<FILE>"],
  description: "Show which entries a report adds to and removes from a file of known deviations.",
  options: {
    report: path("FILE", "report.json or events.ndjson of a run with --known (required)"),
    write: flag("change the file"),
  },
  examples: [
    ["known update known.yaml --report out/report.json", "Show the changes"],
    ["known update known.yaml --report out/report.json --write", "Apply the changes"],
  ],
  async run({ arguments: [path = ""], options }, { terminal }: CommandContext): Promise<number> {
    if (options.report === undefined) {
      throw new UsageError("known update needs the report of a run. Give --report FILE.");
    }
    const report = await readReport(options.report);
    const { text, removed, added } = updated(await textOrNothing(path), path, report);
    const lines = [
      ...removed.map(({ entry, why }) => `- ${safeLine(nameOf(entry))}: ${safeLine(why)}`),
      ...added.map((entry) => `+ ${safeLine(nameOf(entry))}: ${safeLine(entry.reason)}`),
    ];
    if (lines.length === 0) lines.push("No changes");
    else if (!options.write) lines.push(`Use --write to change ${path}`);
    else await writeTextFile(path, text);
    for (const line of lines) terminal.out(`${line}\n`);
    return EXIT.conformant;
  },
});

/** A file's text after an update, with the entries removed and added. */
interface Update {
  readonly text: string;
  readonly removed: readonly { readonly entry: KnownDeviation; readonly why: string }[];
  readonly added: readonly KnownDeviation[];
}

function updated(text: string, path: string, report: Report): Update {
  const entries = parseKnownDeviations(text, path);
  // Entries are removed as text, so that comments on other entries stay.
  const [head = "", ...blocks] = blocksOf(text);
  if (blocks.length !== entries.length) {
    throw new UsageError(`Cannot update ${path}: each entry must begin a line with "- ".`);
  }
  const judged = entries.map((entry, index) => ({
    entry,
    block: blocks[index]!,
    why: report.staleDeviations.find((stale) => isAbout(stale, entry))?.why,
  }));
  const removed = judged.flatMap(({ entry, why }) => why === undefined ? [] : [{ entry, why }]);
  const added = newEntries(report);
  const kept = judged.filter(({ why }) => why === undefined).map(({ block }) => block);
  const body = [head, ...kept].join("").trimEnd();
  const parts = [...(body === "" ? [] : [body]), ...added.map(entryText)];
  return { text: `${parts.join("\n\n")}\n`, removed, added };
}

/** Returns the text before the first entry, and each entry with the comments right above it. */
function blocksOf(text: string): string[] {
  const blocks = text.split(/^(?=- )/m);
  return blocks.map((block, index) => {
    const above = index < 2 ? "" : COMMENTS.exec(blocks[index - 1]!)?.[0] ?? "";
    const own = index === 0 || index === blocks.length - 1 ? block : block.replace(COMMENTS, "");
    return above + own;
  });
}

/** Comments at the end of an entry, which belong to the next. */
const COMMENTS = /(?:^#.*\n)+$(?![^])/m;

function isAbout({ check, requirement }: StaleDeviation, entry: KnownDeviation): boolean {
  return check === (entry.check ?? entry.requirement ?? entry.unjudged) &&
    requirement === entry.requirement;
}

/** Returns an entry for each failure, with a reason that a person is to replace. */
function newEntries({ checks, target }: Report): KnownDeviation[] {
  return checks.flatMap(({ id, failures }) =>
    failures.filter(({ verdict }) => verdict !== "known deviation")
      .map(({ requirement, expected, actual }) => ({
        check: id,
        requirement,
        target: safeLine(target.version ?? target.url),
        reason: safeLine(`To be explained: expected ${expected}, actual ${actual}`, 300),
      }))
  );
}

function entryText(entry: KnownDeviation): string {
  return stringify([entry], { lineWidth: 100 }).trimEnd();
}

function nameOf({ check, requirement, unjudged }: KnownDeviation): string {
  return [check, requirement, unjudged].filter((word) => word !== undefined).join(" ");
}

async function textOrNothing(path: string): Promise<string> {
  try {
    return await readTextFile(path);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return "";
    throw new UsageError(`Cannot read the known deviations ${path}: ${describeFileError(error)}`);
  }
}
