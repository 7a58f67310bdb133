/**
 * Makes the output of a command comparable: values that two servers generate differ.
 *
 * @module
 */

/** Patterns of generated values, with what replaces them. */
const GENERATED: readonly (readonly [RegExp, string])[] = [
  // The prefix of log lines.
  [/^[EIW]\d{4} [\d:.]+\s+\d+ [\w.]+:\d+\]/gm, "LOG"],
  // The folders of `kubectl diff`.
  [/\/\S*\/(LIVE|MERGED)-\d+/g, "$1"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "TOKEN"],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, "UID"],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?( ?[-+]\d{4}\b|Z)?( UTC)?/g, "TIME"],
  [/\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} [-+]\d{4}/g, "TIME"],
  [/(resourceVersion"?: ?"?)\d+/gi, "$1VERSION"],
  [/https?:\/\/(localhost|127\.0\.0\.1):\d+/g, "SERVER"],
  [/\b10\.\d+\.\d+\.\d+\b/g, "ADDRESS"],
  [/\b3[0-2]\d{3}\b/g, "PORT"],
  // Ages such as 3s, 2m10s and 5h; times that were measured.
  [/(?<=^|\s)(\d+[smhd])+(?=\s|$)/gm, "AGE"],
  [/(?<=\s)[\d.]+ ?(ms|milliseconds)\b/g, "DURATION"],
];

/**
 * Returns the output without generated values, with one space in place of each gap between columns.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { normalizeOutput } from "./normalize.ts";
 *
 * assertEquals(normalizeOutput("NAME   AGE\na      12s\n", []), "NAME AGE\na AGE");
 * ```
 *
 * @param places paths and addresses of this side alone
 */
export function normalizeOutput(output: string, places: readonly string[]): string {
  let text = output;
  for (const place of places) text = text.replaceAll(place, "PLACE");
  for (const [pattern, replacement] of GENERATED) text = text.replaceAll(pattern, replacement);
  return text.split("\n").map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter((line) => line !== "").join("\n");
}
