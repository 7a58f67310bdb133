/**
 * Options of the commands that write reports and decide by them.
 *
 * @module
 */
import {
  flag,
  list,
  oneOf,
  type Option,
  optionGroup,
  pair,
  path,
  repeatable,
  UsageError,
  value,
  type ValuesOf,
} from "@plumbline/options";
import { LEVELS } from "@plumbline/reports/events";
import type { GateOptions } from "@plumbline/reports/gate";
import type { Implementation } from "@plumbline/reports/conformance";
import { FORMATS, type ReportFormat } from "@plumbline/reports/formats";
import { readReport } from "./report/read_report.ts";

const FORMAT_NAMES = FORMATS.map(({ name }) => name);

/** `--format`. */
export const formatOption: Option<readonly string[]> = list(
  "NAME,...",
  `write only these formats: ${FORMAT_NAMES.join(", ")}`,
  { words: () => FORMAT_NAMES },
);

/** `--implementation`. */
export const implementationOption = repeatable(value(
  "FIELD=TEXT",
  "implementer of the server: organization, project, url, version or contact (repeatable)",
  (text, flag) => {
    const [field, content] = pair(text, flag, "FIELD=TEXT");
    return [oneOf(IMPLEMENTATION_FIELDS, field, flag), content] as const;
  },
));

const IMPLEMENTATION_FIELDS = ["organization", "project", "url", "version", "contact"] as const;

/** Options of the files that `check` writes. */
export const REPORT_OPTIONS = optionGroup("Report", {
  report: path("DIR", "write the report in all formats, and a replay file per failure, to DIR"),
  format: formatOption,
  implementation: implementationOption,
});

/** Options that decide the exit code of a run. */
export const GATE_OPTIONS = optionGroup("Exit code", {
  failOn: list(
    "LEVEL,...",
    "exit 1 for failures (must, the default), also for warnings of this level and above " +
      "(should, convention); new: only for failures that the baseline does not have",
    {
      words: () => [...LEVELS, "new"] as const,
    },
  ),
  acceptUnjudged: flag("exit 0 although a requirement of level must could not be judged"),
  baseline: path("FILE", "report.json or events.ndjson of an earlier run, for --fail-on new"),
});

/** The files to write for a run. */
export interface ReportSettings {
  /** Directory of the report; nothing is written if absent. */
  readonly directory?: string;
  readonly formats: readonly ReportFormat[];
  readonly implementation: Implementation;
}

/** Returns the settings; fields of the option replace those of the configuration file. */
export function reportSettingsOf(
  options: ValuesOf<typeof REPORT_OPTIONS>,
  implementation: Implementation = {},
): ReportSettings {
  return {
    ...(options.report !== undefined && { directory: options.report }),
    formats: formatsOf(options.format),
    implementation: { ...implementation, ...implementationOf(options.implementation) },
  };
}

/** Returns the formats with these names, all of them if none is given. */
export function formatsOf(names: readonly string[] = []): readonly ReportFormat[] {
  return names.length === 0 ? FORMATS : FORMATS.filter(({ name }) => names.includes(name));
}

/** Returns the implementer that the fields describe; there can be several contacts. */
export function implementationOf(
  fields: readonly (readonly [typeof IMPLEMENTATION_FIELDS[number], string])[] = [],
): Implementation {
  const contact = fields.flatMap(([field, text]) => field === "contact" ? [text] : []);
  const others = fields.filter(([field]) => field !== "contact");
  return { ...Object.fromEntries(others), ...(contact.length > 0 && { contact }) };
}

/** Returns what decides the exit code; reads the baseline. */
export async function gateOptionsOf(
  { failOn = [], baseline, acceptUnjudged }: ValuesOf<typeof GATE_OPTIONS>,
): Promise<GateOptions> {
  if (failOn.includes("new") !== (baseline !== undefined)) {
    throw new UsageError(
      baseline === undefined
        ? "Cannot use --fail-on new without a baseline. Give --baseline FILE."
        : "Cannot use --baseline without --fail-on new.",
    );
  }
  const level = LEVELS.findLast((one) => failOn.includes(one));
  return {
    ...(level !== undefined && { level }),
    ...(baseline !== undefined && { baseline: await readReport(baseline) }),
    ...(acceptUnjudged && { acceptUnjudged }),
  };
}
