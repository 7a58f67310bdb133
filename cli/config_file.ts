/**
 * Reads `plumbline.yaml`: options of `check` by their names on the command line, and the fields that
 * only a file has.
 *
 * @module
 */
import { parse } from "@std/yaml";
import { PROGRAM } from "@plumbline/runtime/program";
import {
  flagOf,
  type Option,
  type OptionTable,
  readTextOf,
  suggestion,
  UsageError,
  type ValuesOf,
} from "@plumbline/options";
import type { Implementation } from "@plumbline/reports/conformance";
import type { Waits } from "@plumbline/suites/client/target";
import { implementationOf, implementationOption } from "./report_options.ts";
import { waitsOf } from "./target_options.ts";
import { safeLine } from "@plumbline/reports/text";

/** A configuration. */
export interface Config<Options extends OptionTable> {
  readonly url?: string;
  readonly options: ValuesOf<Options>;
  readonly waits: Waits;
  readonly implementation: Implementation;
}

/** Fields that are not options. */
const OTHER_FIELDS = ["url", "waits", "implementation"];

/** Options of one run, which a file cannot have, and those that have a field of another form. */
const NOT_IN_FILES = [
  "config",
  "list",
  "json",
  "plan",
  "implementation",
  "nemesis",
  "replay",
  "shard",
  "wait",
  "hunt",
];

/**
 * Reads a configuration file. Paths in it are relative to its directory.
 *
 * @throws {UsageError} if it cannot be read or has unknown fields
 */
export async function readConfig<Options extends OptionTable>(
  path: string,
  options: Options,
): Promise<Config<Options>> {
  return parseConfig(await readTextOf(path, "the configuration"), path, options);
}

/** Parses a configuration; `path` is where it was read from. */
export function parseConfig<Options extends OptionTable>(
  text: string,
  path: string,
  table: Options,
): Config<Options> {
  const options: Record<string, unknown> = {};
  let url: string | undefined;
  let waits: Waits = {};
  let implementation: Implementation = {};
  for (const [field, value] of Object.entries(parseFields(text, path))) {
    const source = `"${field}" in ${path}`;
    if (field === "url") {
      url = scalarText(value, source);
    } else if (field === "waits") {
      const entries = Object.entries(mapOf(value, source));
      waits = waitsOf(entries.map(([name, time]) => [name, scalarText(time, source)]), source);
    } else if (field === "implementation") {
      implementation = readImplementation(mapOf(value, source), source);
    } else {
      const [name, option] = optionOf(field, path, table);
      const parsed = option.placeholder === undefined
        ? flagValue(value, source)
        : option.parse(textsOf(value, source, path, option), source);
      if (parsed !== undefined) options[name] = parsed;
    }
  }
  return {
    ...(url !== undefined && { url }),
    options: options as ValuesOf<Options>,
    waits,
    implementation,
  };
}

function parseFields(text: string, path: string): Record<string, unknown> {
  let fields: unknown;
  try {
    fields = parse(text) ?? {};
  } catch (error) {
    throw new UsageError(`Cannot parse ${path} as YAML: ${messageOf(error)}`);
  }
  return mapOf(fields, path);
}

function optionOf(field: string, path: string, table: OptionTable): [string, Option<unknown>] {
  const known = Object.entries(table).map(([name, option]) =>
    [flagOf(name).slice(2), name, option] as const
  ).filter(([field]) => !NOT_IN_FILES.includes(field));
  const found = known.find(([name]) => name === field);
  if (found !== undefined) return [found[1], found[2]];
  const names = [...known.map(([name]) => name), ...OTHER_FIELDS];
  throw new UsageError(
    `Unknown field "${field}" in ${path}. ` +
      suggestion(field, names, `\`${PROGRAM} check --help\` lists the options.`),
  );
}

function flagValue(value: unknown, source: string): true | undefined {
  if (typeof value !== "boolean") throw new UsageError(`Cannot use ${source}. Give true or false.`);
  return value || undefined;
}

/** Returns the values as texts; a relative path becomes relative to the file's directory. */
function textsOf(value: unknown, source: string, path: string, option: Option<unknown>): string[] {
  const texts = (Array.isArray(value) ? value : [value]).map((one) => scalarText(one, source));
  if (option.completes !== "files") return texts;
  const directory = path.replace(/[^/]*$/, "");
  return texts.map((text) => /^(\/|[a-z][a-z0-9+.-]+:)/i.test(text) ? text : directory + text);
}

function readImplementation(fields: Record<string, unknown>, source: string): Implementation {
  const texts = Object.entries(fields).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${field}=${scalarText(one, source)}`)
  );
  return implementationOf(implementationOption.parse(texts, source));
}

function mapOf(value: unknown, source: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new UsageError(`Cannot use ${source}. Give a map of fields.`);
}

function scalarText(value: unknown, source: string): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw new UsageError(`Cannot use ${source}. Give a string or a number.`);
}

function messageOf(error: unknown): string {
  return safeLine(error instanceof Error ? error.message : String(error));
}
