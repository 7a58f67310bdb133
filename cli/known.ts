/**
 * The command `known update`.
 *
 * @module
 */
import { stringify } from "@std/yaml";
import {
  type CommandFacts,
  commandHelp,
  parseArguments,
  suggestion,
  textOf,
  UsageError,
} from "../command_line/mod.ts";
import { describeFileError } from "../reports/file_error.ts";
import { safeLine } from "../reports/text.ts";
import type { Report, StaleDeviation } from "../reports/report.ts";
import { type KnownDeviation, parseKnownDeviations } from "../suites/engine/known_deviations.ts";
import { EXIT } from "./exit_code.ts";
import type { Io } from "./io.ts";
import { readReport } from "./report/file.ts";

/** The command as data. */
export const KNOWN_UPDATE_COMMAND: CommandFacts = {
  name: "known update",
  argument: "FILE",
  examples: [
    ["known update known.yaml --report out/report.json", "what would change"],
    ["known update known.yaml --report out/report.json --write", "change it"],
  ],
  help: "Propose what a report changes about a file of known deviations",
  options: [
    {
      name: "report",
      value: "FILE",
      path: true,
      help: "the report.json or events.ndjson of a run that was given the file with --known",
    },
    { name: "write", help: "change the file" },
    { name: "help", help: "show this" },
  ],
};

/** Runs the command that the first word names and returns its exit code. */
export async function known(words: readonly string[], io: Io): Promise<number> {
  const [command, ...rest] = words;
  if (command === "update") return await update(rest, io);
  throw new UsageError(
    command === undefined || command.startsWith("--")
      ? "Give a command: known update"
      : `There is no command known ${command}${suggestion(command, ["update"])}`,
  );
}

async function update(words: readonly string[], io: Io): Promise<number> {
  const { argument: path, options } = parseArguments(words, KNOWN_UPDATE_COMMAND);
  if (options.has("help")) {
    io.out(commandHelp(KNOWN_UPDATE_COMMAND, io.columns));
    return EXIT.conformant;
  }
  const from = textOf(options, "report");
  if (path === undefined || from === undefined) {
    throw new UsageError("known update needs a file of known deviations and --report FILE");
  }
  const report = await readReport(from);
  const { text, removed, added } = updated(await textOrNothing(path), path, report);
  for (const { entry, why } of removed) io.out(`- ${safeLine(nameOf(entry))}: ${safeLine(why)}\n`);
  for (const entry of added) io.out(`+ ${safeLine(nameOf(entry))}: ${safeLine(entry.reason)}\n`);
  if (removed.length + added.length === 0) io.out("Nothing is to be changed\n");
  else if (!options.has("write")) io.out(`--write changes ${path}\n`);
  else await Deno.writeTextFile(path, text);
  return EXIT.conformant;
}

/** A file's text after a run, with what was taken out of it and added. */
interface Update {
  readonly text: string;
  readonly removed: readonly { readonly entry: KnownDeviation; readonly why: string }[];
  readonly added: readonly KnownDeviation[];
}

function updated(text: string, path: string, report: Report): Update {
  const entries = parseKnownDeviations(text, path);
  // Entries are taken out as they stand, so that what people wrote around others stays.
  const [head = "", ...blocks] = blocksOf(text);
  if (blocks.length !== entries.length) {
    throw new UsageError(`Cannot update ${path} as each entry must begin a line with "- "`);
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

/** What stands before the first entry, and each entry with the comments right above it. */
function blocksOf(text: string): string[] {
  const blocks = text.split(/^(?=- )/m);
  return blocks.map((block, index) => {
    const above = index < 2 ? "" : COMMENTS.exec(blocks[index - 1]!)?.[0] ?? "";
    const own = index === 0 || index === blocks.length - 1 ? block : block.replace(COMMENTS, "");
    return above + own;
  });
}

/** The comments at an entry's end, which belong to the next. */
const COMMENTS = /(?:^#.*\n)+$(?![^])/m;

function isAbout({ check, requirement }: StaleDeviation, entry: KnownDeviation): boolean {
  return check === (entry.check ?? entry.requirement) && requirement === entry.requirement;
}

/** An entry for each failure: somebody has still to say why it is so. */
function newEntries({ checks, target }: Report): KnownDeviation[] {
  return checks.flatMap(({ id, verdict, failure }) => {
    if (failure === undefined || (verdict !== "fail" && verdict !== "warn")) return [];
    const { requirement, expected, actual } = failure;
    return [{
      check: id,
      requirement,
      target: safeLine(target.version ?? target.url),
      reason: safeLine(`Not explained yet: expected ${expected}, actual ${actual}`, 300),
    }];
  });
}

function entryText(entry: KnownDeviation): string {
  return stringify([entry], { lineWidth: 100 }).trimEnd();
}

function nameOf({ check, requirement }: KnownDeviation): string {
  return [check, requirement].filter((word) => word !== undefined).join(" ");
}

async function textOrNothing(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw new UsageError(`Cannot read the known deviations ${path}: ${describeFileError(error)}`);
  }
}
