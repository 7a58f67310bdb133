/**
 * Reads the Warning header (RFC 7234, section 5.5): items of a code, an agent, a quoted text and
 * perhaps a quoted date, divided by commas.
 *
 * @module
 */

/** The texts of a header's items, and what could not be read. */
export interface Warnings {
  readonly texts: readonly string[];
  /** What is left from the first place that is no item. */
  readonly malformed?: string;
}

const ITEM = /^\s*\d{3} [^\s,"]+ "((?:[^"\\]|\\.)*)"(?: "[^"]*")?\s*(?:,|$)/s;

/** Reads a header's value; the absent header has no items. */
export function readWarnings(header: string | null): Warnings {
  const texts: string[] = [];
  let rest = header ?? "";
  while (rest.trim() !== "") {
    const item = ITEM.exec(rest);
    if (item === null) return { texts, malformed: rest };
    texts.push(item[1]!.replace(/\\(.)/gs, "$1"));
    rest = rest.slice(item[0].length);
  }
  return { texts };
}
