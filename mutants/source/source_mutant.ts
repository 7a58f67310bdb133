/**
 * Source mutants: single changes of the server's source code, as the instrumenter makes them.
 *
 * @module
 */

import type { Rule } from "./rule.ts";

/** A change of one expression or statement of the server. */
export interface SourceMutant {
  /** Ten hexadecimal digits made from the change and the line it is in, not from its position. */
  readonly id: string;
  /** The number that switches it on in the instrumented code; another one in another version. */
  readonly number: string;
  /** The file, from the repository's root. */
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
  /** The name of the mutator, such as `ConditionalExpression`. */
  readonly mutator: string;
  /** The source text that is replaced. */
  readonly original: string;
  /** The text in its place. */
  readonly replacement: string;
  /** The rule that says why it may survive, if there is one. */
  readonly rule?: Rule;
}

/** A change without an id: equal changes of a file differ in the text of their line. */
export interface Change extends Omit<SourceMutant, "id"> {
  /** The first line of the original text as a whole, trimmed. */
  readonly context: string;
}

/**
 * Gives each change an id that stays the same when other code of the file changes: a hash of the
 * file, the line's text, the original, the replacement and the count of such changes before it.
 */
export async function identify(changes: readonly Change[]): Promise<SourceMutant[]> {
  const counts = new Map<string, number>();
  return await Promise.all(changes.map(async ({ context, ...change }) => {
    const text = [change.file, context, change.original, change.replacement].join("\0");
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return { ...change, id: await hash(`${text}\0${count}`, 5) };
  }));
}

/** Returns the first bytes of the SHA-256 hash of a text, in hexadecimal. */
export async function hash(text: string, bytes: number): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).subarray(0, bytes).toHex();
}

/** Describes a change in one line: `server/x.ts:12 a < b → a <= b`. */
export const describe = ({ file, line, original, replacement }: SourceMutant): string =>
  `${file}:${line} ${shorten(original)} → ${shorten(replacement)}`;

/** Characters of an original or replaced text that are shown. */
const SHOWN = 90;

/** Returns a source text in one line, cut if it is long. */
function shorten(code: string): string {
  const line = code.replaceAll(/\s+/g, " ").trim();
  if (line === "") return "(nothing)";
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}
