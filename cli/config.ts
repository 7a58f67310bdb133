/**
 * Reads `plumbline.yaml`: the options of `check`, by the names they have on the command line, and
 * what has no place there.
 *
 * @module
 */
import { parse } from "@std/yaml";
import {
  addValue,
  type CommandFacts,
  type Given,
  type OptionFacts,
  readTextOf,
  suggestion,
  UsageError,
} from "../command_line/mod.ts";
import type { Implementation } from "../reports/render/conformance.ts";
import type { Waits } from "../suites/client/target.ts";
import { implementationOf } from "./report/options.ts";
import { waitsOf } from "./waits.ts";

/** A configuration that was read. */
export interface Config extends Given {
  readonly waits: Waits;
  readonly implementation: Implementation;
}

/** Fields beside the options. */
const OTHER_FIELDS = ["url", "waits", "implementation"];

/**
 * Reads a configuration file. Paths in it start from where it is.
 *
 * @throws {UsageError} when it cannot be read or has fields that mean nothing
 */
export async function readConfig(path: string, command: CommandFacts): Promise<Config> {
  return parseConfig(await readTextOf(path, "the configuration"), path, command);
}

/** Reads a configuration's text; `path` is where it was found. */
export function parseConfig(text: string, path: string, command: CommandFacts): Config {
  const options = new Map<string, string[]>();
  let argument: string | undefined;
  let waits: Waits = {};
  let implementation: Implementation = {};
  for (const [field, value] of Object.entries(parseFields(text, path))) {
    if (field === "url") {
      argument = scalarText(value, "url", path);
    } else if (field === "waits") {
      waits = readWaits(value, path);
    } else if (field === "implementation") {
      implementation = readImplementation(value, path);
    } else {
      addOption(options, field, value, { path, command });
    }
  }
  return { ...(argument !== undefined && { argument }), options, waits, implementation };
}

function parseFields(text: string, path: string): Record<string, unknown> {
  let fields: unknown;
  try {
    fields = parse(text) ?? {};
  } catch (error) {
    throw new UsageError(`Cannot read ${path} as YAML: ${messageOf(error)}`);
  }
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) {
    throw new UsageError(`Cannot read ${path} as it must be a map of options`);
  }
  return fields as Record<string, unknown>;
}

function addOption(
  options: Map<string, string[]>,
  field: string,
  value: unknown,
  { path, command }: { path: string; command: CommandFacts },
): void {
  const names = command.options.map(({ name }) => name)
    .filter((name) =>
      !["config", "help", "list", "plan", "implementation", "replay", "shard", "wait"].includes(
        name,
      )
    );
  const option = command.options.find(({ name }) => name === field && names.includes(name));
  if (option === undefined) {
    throw new UsageError(
      `${path} has no field "${field}"${suggestion(field, [...names, ...OTHER_FIELDS])}`,
    );
  }
  if (option.value === undefined) {
    if (typeof value !== "boolean") {
      throw new UsageError(`"${field}" of ${path} must be true or false`);
    }
    if (value) options.set(field, []);
    return;
  }
  // An empty list says something: a target that is said to have no feature lacks them all.
  if (option.repeatable && Array.isArray(value) && value.length === 0) options.set(field, []);
  for (const one of Array.isArray(value) ? value : [value]) {
    addValue(options, option, fromHere(scalarText(one, field, path), path, option));
  }
}

/** A relative path in the file starts from the file's directory. */
function fromHere(text: string, config: string, option: OptionFacts): string {
  return option.path && !text.startsWith("/") ? config.replace(/[^/]*$/, "") + text : text;
}

function readWaits(value: unknown, path: string): Waits {
  if (typeof value !== "object" || value === null) {
    throw new UsageError(`"waits" of ${path} must be a map`);
  }
  const entries = Object.entries(value).map(([field, time]): [string, string] => [
    field,
    scalarText(time, `waits.${field}`, path),
  ]);
  return waitsOf(entries, `"waits" of ${path}`);
}

/** A map of texts and lists of texts, as the option says them one by one. */
function readImplementation(value: unknown, path: string): Implementation {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`"implementation" of ${path} must be a map`);
  }
  return implementationOf(
    Object.entries(value).flatMap(([field, words]) =>
      (Array.isArray(words) ? words : [words]).map((one) =>
        `${field}=${scalarText(one, `implementation.${field}`, path)}`
      )
    ),
  );
}

function scalarText(value: unknown, field: string, path: string): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw new UsageError(`"${field}" of ${path} must be a text or a number`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
