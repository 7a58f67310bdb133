/**
 * Parses JSON bodies, and reports duplicate fields.
 *
 * `JSON.parse` creates the value; a second pass over the text finds what the value cannot show:
 * duplicate keys, and numbers with a fraction or exponent. That takes 1 µs for a small Secret, and
 * as long as the first pass for large bodies.
 *
 * @module
 */
import { ApiError, badRequest } from "../api_error.ts";
import type { Json } from "../object.ts";

/** A parsed value, with its duplicate keys and decimals. */
export interface ParsedDocument {
  /** The value; a duplicate field has its last value. */
  readonly value: Json;
  /** Each field that occurs more than once in its object. */
  readonly duplicates: readonly FieldPath[];
  /** Whole numbers written with a fraction or an exponent: they are not integers. */
  readonly decimals: readonly FieldPath[];
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What a decoder that is not strict puts in place of wrong bytes; a text may have it, too. */
const REPLACEMENT = "\ufffd";

/**
 * Decodes the text of a body.
 *
 * @throws {ApiError} BadRequest when it is not UTF-8
 */
export function decodeText(bytes: Uint8Array): string {
  // Runtimes decode several times faster if they need not be strict.
  const text = decoder.decode(bytes);
  if (!text.includes(REPLACEMENT)) return text;
  try {
    return strictDecoder.decode(bytes);
  } catch {
    throw badRequest("Cannot read the body as it is not valid UTF-8");
  }
}

/** A path to a value: names of fields, keys of maps, and indexes of lists. */
export type FieldPath = readonly (string | number)[];

/**
 * Formats a path. A key of a map is written like a field.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { formatPath } from "./json.ts";
 *
 * assertEquals(formatPath(["spec", "containers", 0, "image"]), "spec.containers[0].image");
 * ```
 */
export function formatPath(path: FieldPath): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else text += text ? `.${step}` : step;
  }
  return text;
}

/**
 * Parses one JSON document.
 *
 * @throws {ApiError} BadRequest when the bytes are not UTF-8, not JSON or nested too deep,
 * RequestEntityTooLarge when there are more than {@linkcode MAX_VALUES} values
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

/**
 * Parses one JSON document from text.
 *
 * @throws {ApiError} BadRequest and RequestEntityTooLarge as above
 */
export function readJsonText(original: string): ParsedDocument {
  checkValues(original);
  const text = replaceHalfCharacters(original);
  const value = parse(text);
  const { members, mayHaveDecimals } = glanceAt(text);
  if (!mayHaveDecimals && members === countMembers(value)) {
    return { value, duplicates: NONE, decimals: NONE };
  }
  return { value, ...scanJson(text) };
}

const NONE: readonly FieldPath[] = [];

/** Counts the members of all objects in a text that is valid JSON, duplicates included. */
function glanceAt(text: string): { members: number; mayHaveDecimals: boolean } {
  let members = 0;
  let mayHaveDecimals = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case Character.Quote:
        at = endOfString(text, at);
        break;
      case Character.Colon:
        members++;
        break;
      case Character.Dot:
        mayHaveDecimals = true;
        break;
      case Character.UpperE:
      case Character.LowerE:
        // The latter is in true and false, too.
        if (isDigit(text.charCodeAt(at - 1))) mayHaveDecimals = true;
    }
  }
  return { members, mayHaveDecimals };
}

/** Returns the number of members of all objects in a value, NaN if it is nested too deep. */
function countMembers(value: Json, depth = 0): number {
  if (typeof value !== "object" || value === null) return 0;
  if (depth >= MAX_DEPTH) return NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) count += countMembers(value[at]!, depth + 1);
  } else {
    for (const name in value) count += 1 + countMembers(value[name]!, depth + 1);
  }
  return count;
}

/**
 * Rejects a text that takes long to handle although it has few bytes. It is not parsed for that: an
 * opening bracket, and each comma behind one, precedes a value.
 */
function checkValues(text: string): void {
  if (text.length < MAX_VALUES) return;
  let [values, depth] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case Character.Quote:
        at = endOfString(text, at);
        if (at < 0) return;
        break;
      case Character.OpenBrace:
      case Character.OpenBracket:
        values++;
        if (++depth > MAX_DEPTH) throw tooDeep();
        break;
      case Character.CloseBrace:
      case Character.CloseBracket:
        depth--;
        break;
      case Character.Comma:
        values++;
    }
  }
  if (values <= MAX_VALUES) return;
  throw new ApiError(
    "RequestEntityTooLarge",
    `Request entity too large: the body has ${values} values (members of objects and items of ` +
      `lists), limit is ${MAX_VALUES}`,
  );
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(`json parse error: ${(error as Error).message}`);
  }
}

/** An escape of half a surrogate pair, which UTF-8 cannot encode. */
const SURROGATE = /\\u[dD][89a-fA-F]/;
/** A backslash with the characters it escapes; of a surrogate pair both halves. */
const ESCAPE = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)/g;

/** Replaces unpaired surrogates by the replacement character, as writing the value would. */
function replaceHalfCharacters(text: string): string {
  if (!text.includes("\\u") || !SURROGATE.test(text)) return text;
  return text.replace(
    ESCAPE,
    (escape) => escape.length === 6 && SURROGATE.test(escape) ? "\\ufffd" : escape,
  );
}

/** The maximum depth of nested lists and objects. Real objects stay below 30. */
export const MAX_DEPTH = 1_000;

/** The maximum number of values in a body: members of objects, and items of lists. */
export const MAX_VALUES = 50_000;

/** The maximum number of reported paths: a body must not be able to fill the memory. */
export const MAX_FINDINGS = 1_000;

/** The result of a scan. */
export interface Findings {
  /** Each field that occurs more than once in its object, once, in the order of the text. */
  readonly duplicates: readonly FieldPath[];
  /** Whole numbers written with a fraction or an exponent, such as `1.0`. */
  readonly decimals: readonly FieldPath[];
}

const enum Character {
  Quote = 0x22,
  Comma = 0x2c,
  Minus = 0x2d,
  Dot = 0x2e,
  Colon = 0x3a,
  Zero = 0x30,
  Nine = 0x39,
  UpperE = 0x45,
  OpenBracket = 0x5b,
  Backslash = 0x5c,
  CloseBracket = 0x5d,
  LowerE = 0x65,
  OpenBrace = 0x7b,
  CloseBrace = 0x7d,
}

/** An object or list that is open at the current position of the scan. */
interface Level {
  /** The keys so far, true for duplicates; undefined for a list. */
  readonly keys: Map<string, boolean> | undefined;
  /** The key or index of the current value. */
  step: string | number;
}

/**
 * Scans a text that is valid JSON.
 *
 * @throws {ApiError} BadRequest when it is deeper than {@linkcode MAX_DEPTH}
 */
function scanJson(text: string): Findings {
  const duplicates: FieldPath[] = [];
  const decimals: FieldPath[] = [];
  const levels: Level[] = [];
  const path = (): FieldPath => levels.map(({ step }) => step);
  let level: Level | undefined;
  let expectsKey = false;

  const open = (next: Level) => {
    if (levels.push(next) > MAX_DEPTH) {
      throw tooDeep();
    }
    level = next;
  };

  const meetKey = (key: string, keys: Map<string, boolean>) => {
    level!.step = key;
    expectsKey = false;
    const isDuplicate = keys.get(key);
    if (isDuplicate === undefined) keys.set(key, false);
    if (isDuplicate !== false) return;
    keys.set(key, true);
    if (duplicates.length < MAX_FINDINGS) duplicates.push(path());
  };

  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    switch (character) {
      case Character.Quote: {
        const start = at;
        at = endOfString(text, at);
        if (expectsKey) meetKey(unquote(text.slice(start, at + 1)), level!.keys!);
        break;
      }
      case Character.OpenBrace:
        open({ keys: new Map(), step: "" });
        expectsKey = true;
        break;
      case Character.OpenBracket:
        open({ keys: undefined, step: 0 });
        expectsKey = false;
        break;
      case Character.CloseBrace:
      case Character.CloseBracket:
        levels.pop();
        level = levels[levels.length - 1];
        expectsKey = false;
        break;
      case Character.Comma:
        if (level!.keys) expectsKey = true;
        else (level!.step as number)++;
        break;
      default:
        if (isDigit(character)) {
          const end = endOfNumber(text, at);
          if (isDecimal(text, at, end) && decimals.length < MAX_FINDINGS) {
            if (Number.isInteger(Number(text.slice(at, end)))) decimals.push(path());
          }
          at = end - 1;
        }
    }
  }
  return { duplicates, decimals };
}

const tooDeep = () =>
  badRequest(`Cannot read the body as its values are nested deeper than ${MAX_DEPTH}`);

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === Character.Backslash) backslashes++;
  return backslashes % 2 === 1;
}

function unquote(literal: string): string {
  return literal.includes("\\") ? JSON.parse(literal) : literal.slice(1, -1);
}

function isDigit(character: number): boolean {
  return character >= Character.Zero && character <= Character.Nine;
}

/** Returns the position after a number. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (/[0-9.eE+-]/.test(text.charAt(end))) end++;
  return end;
}

function isDecimal(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const character = text.charCodeAt(at);
    if (
      character === Character.Dot || character === Character.LowerE ||
      character === Character.UpperE
    ) return true;
  }
  return false;
}
