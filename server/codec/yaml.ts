/**
 * Parses and writes YAML.
 *
 * Scalars are read as real servers read them, which is YAML 1.1 with additions of YAML 1.2: a plain
 * `yes`, `on` or `y` is true, `0644` and `0o644` are octal, a date is a string.
 *
 * @module
 */
import { getSchema, LoaderState, type ScalarType } from "../../deps/std_yaml_loader.ts";
import { ApiError, badRequest } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";
import {
  decodeText,
  type FieldPath,
  MAX_DEPTH,
  MAX_FINDINGS,
  type ParsedDocument,
  readJsonText,
} from "./json.ts";

/**
 * Reads one YAML document.
 *
 * @throws {ApiError} BadRequest when the bytes are not UTF-8, not YAML, more than one document,
 * nested too deep, or grow too much by their aliases
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readYaml } from "./yaml.ts";
 *
 * const { value, duplicates } = readYaml(new TextEncoder().encode("a:\n  b: 1\n  b: yes\n"));
 * assertEquals(value, { a: { b: true } });
 * assertEquals(duplicates, [["a", "b"]]);
 * ```
 */
export function readYaml(bytes: Uint8Array): ParsedDocument {
  const text = decodeText(bytes).replace(/^\ufeff/, "");
  return readAsJson(text) ?? readYamlText(text);
}

/** JSON is YAML, and much faster to read: clients send it as a patch for apply. */
function readAsJson(text: string): ParsedDocument | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const { value, duplicates } = readJsonText(text);
    return { value, duplicates, decimals: [] };
  } catch (error) {
    // A flow mapping may be YAML without being JSON; what is neither is named as YAML.
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Reads one YAML document that is text already. @throws {ApiError} BadRequest as above */
export function readYamlText(text: string): ParsedDocument {
  const loader = new DuplicateRecorder(`${text}\n`, { schema: SCHEMA, allowDuplicateKeys: true });
  let value: unknown;
  try {
    const documents = loader.readDocuments({ singleDocument: true });
    value = documents.next().value ?? null;
    documents.next();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const isStackFull = error instanceof RangeError;
    const why = isStackFull ? "its values are nested too deep" : (error as Error).message;
    throw badRequest(`Cannot read the body as YAML: ${why}`);
  }
  const duplicates: FieldPath[] = [];
  const copying = {
    duplicates,
    doubled: loader.doubled,
    path: [],
    // Without aliases, a value is never larger than twice its text.
    budget: 2 * text.length + GROWTH_BY_ALIASES,
  };
  return { value: copy(value, copying), duplicates, decimals: [] };
}

/** How many values and characters aliases may add to a document. */
const GROWTH_BY_ALIASES = 100_000;

/** Reads on where a key occurs twice, and remembers it. */
class DuplicateRecorder extends LoaderState {
  readonly doubled = new Map<object, Set<string>>();
  readonly #merging = { budget: GROWTH_BY_ALIASES };

  override storeMappingPair(
    ...[result, overridable, tag, key, ...rest]: Parameters<LoaderState["storeMappingPair"]>
  ): Record<string, unknown> {
    if (tag !== MERGE) {
      if (typeof key === "object") throw new SyntaxError("a key must be a scalar other than null");
      if (Object.hasOwn(result, String(key)) && !overridable.has(String(key))) {
        const keys = this.doubled.get(result) ?? new Set();
        this.doubled.set(result, keys.add(String(key)));
      }
    }
    return super.storeMappingPair(result, overridable, tag, key, ...rest);
  }

  override mergeMappings(...parameters: Parameters<LoaderState["mergeMappings"]>): void {
    const [, source] = parameters;
    if (typeof source === "object" && source !== null) {
      spend(Object.keys(source).length, this.#merging);
    }
    super.mergeMappings(...parameters);
  }
}

interface Copying {
  readonly duplicates: FieldPath[];
  readonly doubled: ReadonlyMap<object, ReadonlySet<string>>;
  readonly path: (string | number)[];
  budget: number;
}

/** Makes a value of its own: aliases make the parser's value share parts, or contain itself. */
function copy(value: unknown, copying: Copying): Json {
  spend(1, copying);
  if (typeof value === "string") {
    spend(value.length, copying);
    return value;
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw badRequest(`Cannot read the body as YAML: ${value} is no number of JSON`);
  }
  if (typeof value !== "object" || value === null) return value as Json;
  if (copying.path.length >= MAX_DEPTH) {
    throw badRequest(`Cannot read the body as its values are nested deeper than ${MAX_DEPTH}`);
  }
  if (Array.isArray(value)) return value.map((item, at) => copyPart(at, item, copying));
  return copyMapping(value, copying);
}

function copyMapping(mapping: object, copying: Copying): JsonObject {
  const doubled = copying.doubled.get(mapping);
  const entries = Object.entries(mapping).map(([key, inner]): [string, Json] => {
    spend(key.length, copying);
    if (doubled?.has(key) && copying.duplicates.length < MAX_FINDINGS) {
      copying.duplicates.push([...copying.path, key]);
    }
    return [key, copyPart(key, inner, copying)];
  });
  return Object.fromEntries(entries);
}

function copyPart(step: string | number, value: unknown, copying: Copying): Json {
  copying.path.push(step);
  const part = copy(value, copying);
  copying.path.pop();
  return part;
}

function spend(amount: number, allowance: { budget: number }): void {
  allowance.budget -= amount;
  if (allowance.budget < 0) {
    throw badRequest("Cannot read the body as YAML: its aliases make it grow too much");
  }
}

const MERGE = "tag:yaml.org,2002:merge";
const BOOLEAN = /^(?:y|yes|n|no|on|off)$/i;
const TRUE = /^(?:y|yes|on)$/i;
/** Of `yes` there are three spellings, of `yEs` none. */
const CASING = /^(?:[a-z]+|[A-Z][a-z]*|[A-Z]+)$/;
const OCTAL = /^([-+]?)0o([0-7_]+)$/;

const FURTHER_TYPES: readonly ScalarType<unknown>[] = [
  {
    tag: "tag:yaml.org,2002:bool",
    kind: "scalar",
    resolve: (data) => data !== null && BOOLEAN.test(data) && CASING.test(data),
    construct: (data) => TRUE.test(data),
  },
  {
    tag: "tag:yaml.org,2002:int",
    kind: "scalar",
    resolve: (data) => data !== null && OCTAL.test(data),
    construct: (data) => {
      const [, sign, digits] = OCTAL.exec(data)!;
      return Number.parseInt(`${sign}${digits!.replaceAll("_", "")}`, 8);
    },
  },
  {
    tag: MERGE,
    kind: "scalar",
    resolve: (data) => data === "<<" || data === null,
    construct: (data) => data,
  },
];
const SCHEMA = getSchema("core", FURTHER_TYPES);

/** Words that no version of YAML takes for anything but text, unless they are reserved. */
const PLAIN = /^[A-Za-z_][-\w]*([./][A-Za-z_][-\w]*)*$/;

const RESERVED = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

/** What a double-quoted YAML text must escape, beyond what JSON does. */
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * Writes a value as one YAML document.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { writeYaml } from "./yaml.ts";
 *
 * const text = writeYaml({ kind: "Secret", metadata: { labels: { on: "yes" } }, list: [{ a: 1 }] });
 * assertEquals(text, 'kind: Secret\nmetadata:\n  labels:\n    "on": "yes"\nlist:\n- a: 1\n');
 * ```
 */
export function writeYaml(value: JsonObject): string {
  const lines = Object.keys(value).length === 0 ? ["{}"] : linesOf(value);
  return `${lines.join("\n")}\n`;
}

/** The lines of a value, none of which is indented more than it is within the value. */
function linesOf(value: Json): string[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item) => {
      const [first, ...rest] = linesOf(item);
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, inner]) => {
      const [first, ...rest] = linesOf(inner);
      if (isScalar(inner)) return [`${textOf(key)}: ${first}`];
      const step = Array.isArray(inner) ? "" : "  ";
      return [`${textOf(key)}:`, ...[first, ...rest].map((line) => `${step}${line}`)];
    });
  }
  return [typeof value === "string" ? textOf(value) : JSON.stringify(value)];
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** True for what is written in one line behind its key. */
const isScalar = (value: Json): boolean =>
  typeof value !== "object" || value === null || Object.keys(value).length === 0;

function textOf(text: string): string {
  if (PLAIN.test(text) && !RESERVED.test(text)) return text;
  return JSON.stringify(text).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
