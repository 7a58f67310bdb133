/**
 * Writes harmless text into XML and HTML.
 *
 * @module
 */
import { harmless } from "../text.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The text as character data or a quoted attribute of XML or HTML, line breaks kept. */
export function escapeMarkup(text: string): string {
  return harmless(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** The text as a quoted attribute of XML: a parser would make spaces of bare line breaks. */
export function escapeAttribute(text: string): string {
  return escapeMarkup(text).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}
