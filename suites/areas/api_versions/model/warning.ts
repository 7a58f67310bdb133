/**
 * The header `Warning` (RFC 7234, section 5.5).
 *
 * @module
 */

/** One warning: code, agent, text in quotes, and perhaps a date in quotes. */
const WARNING = /^\d{3} \S+ "(?:[^"\\]|\\.)*"(?: "[^"]*")?$/;

/** The warnings of a header's value, as they are divided; none where there is no header. */
export function warningsOf(header: string | null): readonly string[] {
  if (header === null || header.trim() === "") return [];
  return header.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g)?.map((each) => each.trim()) ?? [];
}

/** Whether a warning has the form the RFC gives it. */
export function isWellFormed(warning: string): boolean {
  return WARNING.test(warning);
}
