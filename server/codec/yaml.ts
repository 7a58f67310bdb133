/**
 * Parses and writes YAML. The parser is loaded with the first body that is YAML but not JSON, so
 * that a server starts without it.
 *
 * @module
 */
import { ApiError } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";
import { decodeText, type ParsedDocument, readJsonText } from "./json.ts";

/**
 * Parses one YAML document.
 *
 * @throws {ApiError} BadRequest when the bytes are not UTF-8, not YAML, more than one document,
 * nested too deep, or grow too much by their aliases; RequestEntityTooLarge when they have more than
 * 50,000 parts and are not JSON
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readYaml } from "./yaml.ts";
 *
 * const { value, duplicates } = await readYaml(new TextEncoder().encode("a:\n  b: 1\n  b: yes\n"));
 * assertEquals(value, { a: { b: true } });
 * assertEquals(duplicates, [["a", "b"]]);
 * ```
 */
export async function readYaml(bytes: Uint8Array): Promise<ParsedDocument> {
  const text = decodeText(bytes).replace(/^\ufeff/, "");
  return readAsJson(text) ?? (await import("./yaml_parser.ts")).readYamlText(text, nextTurn);
}

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Parses JSON, which is YAML and much faster to parse: clients send it in apply patches. */
function readAsJson(text: string): ParsedDocument | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const { value, duplicates } = readJsonText(text);
    return { value, duplicates, decimals: [] };
  } catch (error) {
    // A flow mapping may be YAML without being JSON; if it is neither, the YAML parser says so.
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/**
 * Words that every version of YAML reads as strings, unless they are reserved. All other strings
 * are quoted: parsers of YAML 1.1 read a plain `yes`, `0o17` or `1_000` as another type.
 */
const PLAIN = /^[A-Za-z_][-\w]*([./][A-Za-z_][-\w]*)*$/;

const RESERVED = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

/** Characters that double-quoted YAML must escape and JSON need not. */
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

/** Returns the lines of a value, indented relative to the value. */
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
      if (isInline(inner)) return [`${textOf(key)}: ${first}`];
      const step = Array.isArray(inner) ? "" : "  ";
      return [`${textOf(key)}:`, ...[first, ...rest].map((line) => `${step}${line}`)];
    });
  }
  return [typeof value === "string" ? textOf(value) : JSON.stringify(value)];
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns true for a value that is written on the line of its key. */
const isInline = (value: Json): boolean =>
  typeof value !== "object" || value === null || Object.keys(value).length === 0;

function textOf(text: string): string {
  if (PLAIN.test(text) && !RESERVED.test(text)) return text;
  return JSON.stringify(text).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
