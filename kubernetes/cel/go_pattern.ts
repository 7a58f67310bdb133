/**
 * Regular expressions in the syntax of Go (RE2), as schemas and CEL have them. Their time grows with
 * the text alone, so that no pattern of a user can stop the server.
 *
 * @module
 */
import { RE2JS } from "re2js";

const compiled = new Map<string, RE2JS>();

/** The number of expressions to remember. */
const LIMIT = 1_000;

/**
 * Returns the expression of a pattern in the syntax of Go.
 *
 * @throws {Error} for a pattern that is not valid, with Go's message
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { goPattern } from "./go_pattern.ts";
 *
 * assertEquals(goPattern("^[[:alpha:]]+$").test("abc"), true);
 * ```
 */
export function goPattern(pattern: string): RE2JS {
  let expression = compiled.get(pattern);
  if (!expression) {
    expression = RE2JS.compile(pattern);
    if (compiled.size >= LIMIT) compiled.clear();
    compiled.set(pattern, expression);
  }
  return expression;
}

/** Returns what a pattern matches in a text, at most so many times. */
export function findAll(pattern: string, text: string, limit = Infinity): string[] {
  const matcher = goPattern(pattern).matcher(text);
  const found: string[] = [];
  while (found.length < limit && matcher.find()) found.push(matcher.group() ?? "");
  return found;
}
