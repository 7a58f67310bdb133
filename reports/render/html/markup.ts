/**
 * HTML as a template in which every value is text unless it was made by such a template itself.
 *
 * @module
 */
import { escapeMarkup } from "../escape.ts";

/** HTML that may stand in a page as it is. */
export class Markup {
  /** The HTML. */
  readonly text: string;

  /** Takes text for HTML: whoever calls it answers for every character. */
  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes; what is undefined or false leaves nothing. */
export type Value = Markup | string | number | false | undefined | readonly Value[];

/** The template's HTML, with its values escaped. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const text = parts.map((part, index) =>
    part + (index < values.length ? shown(values[index]) : "")
  );
  return new Markup(text.join(""));
}

function shown(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(shown).join("");
  return value === undefined || value === false ? "" : escapeMarkup(String(value));
}
