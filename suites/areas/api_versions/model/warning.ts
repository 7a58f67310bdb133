/**
 * The header `Warning` (RFC 7234, section 5.5).
 *
 * @module
 */

/** A warning: code, agent, quoted text and optionally a quoted date. */
const WARNING = /^\d{3} \S+ "(?:[^"\\]|\\.)*"(?: "[^"]*")?$/;

/** Splits the value of a `Warning` header into its warnings. */
export function warningsOf(header: string | null): readonly string[] {
  if (header === null || header.trim() === "") return [];
  return header.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g)?.map((each) => each.trim()) ?? [];
}

/** Returns true if a warning has the form that the RFC requires. */
export function isWellFormed(warning: string): boolean {
  return WARNING.test(warning);
}
