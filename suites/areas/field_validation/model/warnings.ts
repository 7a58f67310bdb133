/**
 * Parser for the Warning header (RFC 7234 section 5.5): comma-separated items of a code, an agent,
 * a quoted text and optionally a quoted date.
 *
 * @module
 */

/** The texts of the items of a Warning header. */
export interface Warnings {
  readonly texts: readonly string[];
  /** The rest of the header from the first malformed item. */
  readonly malformed?: string;
}

const ITEM = /^\s*\d{3} [^\s,"]+ "((?:[^"\\]|\\.)*)"(?: "[^"]*")?\s*(?:,|$)/s;

/** Parses the value of a header; an absent header has no items. */
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
