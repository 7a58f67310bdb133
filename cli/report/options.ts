/**
 * The options of `report`, and those that `check` shares with it.
 *
 * @module
 */
import {
  choiceOf,
  type CommandFacts,
  type GivenOptions,
  listOf,
  type OptionFacts,
  pairOf,
  suggestion,
  textOf,
  UsageError,
} from "../../command_line/mod.ts";
import { FORMATS, type ReportFormat } from "../../reports/render/formats.ts";
import type { Implementation } from "../../reports/render/conformance.ts";
import { GATE_OPTIONS } from "../gate.ts";

/** Which forms of the report are written. */
const FORMAT_OPTION: OptionFacts = {
  name: "format",
  value: "NAME,…",
  repeatable: true,
  help: `write these forms of the report only: ${FORMATS.map(({ name }) => name).join(", ")}`,
};

/** Who made the target. */
const IMPLEMENTATION_OPTION: OptionFacts = {
  name: "implementation",
  value: "FIELD=TEXT",
  repeatable: true,
  help: "who made the target: organization, project, url, version, contact (repeatable)",
};

/** What `check` writes of a run. */
export const REPORT_OPTIONS: readonly OptionFacts[] = [
  {
    name: "report",
    value: "DIR",
    path: true,
    help: "write events.ndjson, the report in all its forms and a replay file a failure there",
  },
  FORMAT_OPTION,
  IMPLEMENTATION_OPTION,
];

/** The settings that follow from them. */
export interface ReportSettings {
  /** Where to; nothing is written where absent. */
  readonly directory?: string;
  /** The forms of the report. */
  readonly formats: readonly ReportFormat[];
  /** Who made the target. */
  readonly implementation: Implementation;
}

/** Reads those settings; what the options say of the target's maker goes over the file's words. */
export function reportSettingsOf(
  options: GivenOptions,
  implementation: Implementation = {},
): ReportSettings {
  const directory = textOf(options, "report");
  return {
    ...(directory !== undefined && { directory }),
    formats: formatsOf(options),
    implementation: {
      ...implementation,
      ...implementationOf(options.get("implementation") ?? []),
    },
  };
}

const HELP: OptionFacts = { name: "help", help: "show this" };

/** Renders the events of a run again. */
export const RENDER_COMMAND: CommandFacts = {
  name: "report render",
  argument: "EVENTS",
  examples: [
    ["report render out/events.ndjson", "write all forms beside the events"],
    [
      "report render out/events.ndjson --format junit,summary --out ci",
      "two forms of it elsewhere",
    ],
  ],
  help: "Write the report of a run that was recorded, from its events.ndjson or report.json",
  options: [
    { name: "out", value: "DIR", path: true, help: "where to (the directory of the events)" },
    FORMAT_OPTION,
    IMPLEMENTATION_OPTION,
    {
      name: "matrix",
      value: "FILE",
      path: true,
      help: "show on the page the faults of this matrix.json",
    },
    HELP,
  ],
};

/** Tells what reports say differently. */
export const COMPARE_COMMAND: CommandFacts = {
  name: "report compare",
  argument: "REPORT",
  many: true,
  examples: [
    ["report compare last/report.json out/report.json", "what changed"],
    ["report compare one/report.json two/report.json three/report.json", "side by side"],
  ],
  help: "Tell what changed from one report to another, or set several side by side",
  options: [HELP],
};

/** Runs what a report tells of again. */
export const VERIFY_COMMAND: CommandFacts = {
  name: "report verify REPORT",
  argument: "URL",
  examples: [
    [
      'report verify out/report.json https://localhost:6443 --token "$TOKEN"',
      "does what it tells hold?",
    ],
  ],
  help: "Run what a report tells of again, with its seed; options are those of check",
  options: [HELP],
};

/** Puts shards together. */
export const MERGE_COMMAND: CommandFacts = {
  name: "report merge",
  argument: "REPORT",
  many: true,
  examples: [
    ["report merge out-1/report.json out-2/report.json --out out", "two shards as one report"],
  ],
  help: "Write the report of all shards of a run (check --shard) and end as it would have",
  options: [
    { name: "out", value: "DIR", path: true, help: "where to" },
    FORMAT_OPTION,
    IMPLEMENTATION_OPTION,
    ...GATE_OPTIONS,
    HELP,
  ],
};

/** The commands behind `report`. */
export const REPORT_COMMANDS: readonly CommandFacts[] = [
  RENDER_COMMAND,
  COMPARE_COMMAND,
  VERIFY_COMMAND,
  MERGE_COMMAND,
];

/** The forms that were asked for, all where none was. */
export function formatsOf(options: GivenOptions): readonly ReportFormat[] {
  const asked = listOf(options, "format");
  if (asked.length === 0) return FORMATS;
  const names = asked.map((name) => choiceOf("format", name, FORMATS.map((format) => format.name)));
  return FORMATS.filter(({ name }) => names.includes(name));
}

const FIELDS = ["organization", "project", "url", "version", "contact"] as const;

/** Who made the target, of words such as `organization=Example`; contacts may be several. */
export function implementationOf(words: readonly string[]): Implementation {
  const contact: string[] = [];
  const fields: Partial<Record<Exclude<typeof FIELDS[number], "contact">, string>> = {};
  for (const word of words) {
    const [given, text] = pairOf("implementation", word);
    const field = FIELDS.find((name) => name === given);
    if (field === undefined) {
      throw new UsageError(`--implementation has no field "${given}"${suggestion(given, FIELDS)}`);
    }
    if (field === "contact") contact.push(text);
    else fields[field] = text;
  }
  return { ...fields, ...(contact.length > 0 && { contact }) };
}
