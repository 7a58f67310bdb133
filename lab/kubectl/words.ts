/**
 * Splits a command into its arguments.
 *
 * @module
 */

/**
 * Returns the arguments of a command; single quotes keep spaces in one argument.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { wordsOf } from "./words.ts";
 *
 * assertEquals(wordsOf("label cm a note='two words'"), ["label", "cm", "a", "note=two words"]);
 * ```
 */
export const wordsOf = (command: string): string[] =>
  [...command.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ""));
