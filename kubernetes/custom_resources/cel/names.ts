/**
 * The names of fields in CEL: characters that identifiers cannot have are escaped.
 *
 * @module
 */

const RESERVED: ReadonlySet<string> = new Set([
  "true",
  "false",
  "null",
  "in",
  "as",
  "break",
  "const",
  "continue",
  "else",
  "for",
  "function",
  "if",
  "import",
  "let",
  "loop",
  "package",
  "namespace",
  "return",
  "var",
  "void",
  "while",
]);

const ESCAPES: Readonly<Record<string, string>> = {
  "__": "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};

/**
 * Returns the name of a field in an expression; undefined if it has none.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { escapeName } from "./names.ts";
 *
 * assertEquals(["size", "x-y", "namespace", "a b"].map(escapeName), [
 *   "size",
 *   "x__dash__y",
 *   "__namespace__",
 *   undefined,
 * ]);
 * ```
 */
export function escapeName(name: string): string | undefined {
  if (RESERVED.has(name)) return `__${name}__`;
  const escaped = name.replaceAll(/__|[.\-/]/g, (part) => ESCAPES[part]!);
  return /^[a-zA-Z_][a-zA-Z0-9_]*$/.test(escaped) ? escaped : undefined;
}
