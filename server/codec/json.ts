/**
 * JSON from bytes to values, with the fields that occur twice.
 *
 * The engine's own parser makes the value; a second pass over the text finds what the value cannot
 * show. The second pass costs 1 µs for a small Secret and as much again as the first for large
 * bodies, so it runs whatever is done with its findings.
 *
 * @module
 */
import { badRequest } from "../api_error.ts";
import type { Json } from "../object.ts";
import { decodeText, type ParsedDocument } from "./document.ts";
import { scanJson } from "./json_scan.ts";

/**
 * Reads one JSON document.
 *
 * @throws {ApiError} BadRequest when the bytes are not UTF-8, not JSON or nested too deep
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readJson } from "./json.ts";
 *
 * const { value, duplicates } = readJson(new TextEncoder().encode(`{"a": {"b": 1, "b": 2}}`));
 * assertEquals(value, { a: { b: 2 } });
 * assertEquals(duplicates, [["a", "b"]]);
 * ```
 */
export function readJson(bytes: Uint8Array): ParsedDocument {
  return readJsonText(decodeText(bytes));
}

/** Reads one JSON document that is text already. @throws {ApiError} BadRequest as above */
export function readJsonText(original: string): ParsedDocument {
  const text = replaceHalfCharacters(original);
  const value = parse(text);
  return { value, ...scanJson(text) };
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(`Cannot read the body as JSON: ${(error as Error).message}`);
  }
}

/** The escape of half a character: JSON can name one, UTF-8 cannot say it. */
const SURROGATE = /\\u[dD][89a-fA-F]/;
/** A backslash with what it escapes; of surrogates both halves where there are both. */
const ESCAPE = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)/g;

/** Puts the replacement character where writing the value would put it. */
function replaceHalfCharacters(text: string): string {
  if (!SURROGATE.test(text)) return text;
  return text.replace(
    ESCAPE,
    (escape) => escape.length === 6 && SURROGATE.test(escape) ? "\\ufffd" : escape,
  );
}
