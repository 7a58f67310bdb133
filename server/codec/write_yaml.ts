/**
 * Values as YAML that every reader reads back as they were: readers of YAML 1.1 take a bare `yes`,
 * `0o17` or `1_000` for something else than text, so that all text is quoted but plain words.
 *
 * @module
 */
import type { Json, JsonObject } from "../object.ts";

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
 * import { writeYaml } from "./write_yaml.ts";
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
