/**
 * What a JSON text says that its value no longer shows: fields that occur twice, and whole numbers
 * that are not written as such.
 *
 * @module
 */
import { badRequest } from "../api_error.ts";
import type { FieldPath } from "./field_path.ts";

/** How deep lists and objects may stand in one another. Real objects stay below 30. */
export const MAX_DEPTH = 1_000;

/** How many findings are kept: more would help no reader and could be made to fill the memory. */
export const MAX_FINDINGS = 1_000;

/** What a scan finds. */
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

/** An object or list that is open at the place of the scan. */
interface Level {
  /** The keys met so far, true for those met twice; undefined for a list. */
  readonly keys: Map<string, boolean> | undefined;
  /** The key or the place of the value at hand. */
  step: string | number;
}

/**
 * Scans a text that is known to be JSON.
 *
 * @throws {ApiError} BadRequest when it is deeper than {@linkcode MAX_DEPTH}
 */
export function scanJson(text: string): Findings {
  const duplicates: FieldPath[] = [];
  const decimals: FieldPath[] = [];
  const levels: Level[] = [];
  const path = (): FieldPath => levels.map(({ step }) => step);
  let level: Level | undefined;
  let expectsKey = false;

  const open = (next: Level) => {
    if (levels.push(next) > MAX_DEPTH) {
      throw badRequest(`Cannot read the body as its values are nested deeper than ${MAX_DEPTH}`);
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

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
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

/** The first place after the number that is none of its characters. */
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
