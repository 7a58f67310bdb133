/**
 * Makes text that a target may have chosen fit to be written anywhere: it can neither steer a
 * terminal, nor reorder what is read, nor fill the page.
 *
 * @module
 */
/**
 * Control characters but tab and line feed, marks that change the direction or are not seen, halves
 * of surrogate pairs, and what XML cannot hold.
 */
const HARMFUL =
  // deno-lint-ignore no-control-regex -- they are what is looked for
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gu;

/** The text with every harmful character spelt out, as `\u{1b}`. */
export function safeText(text: string): string {
  return text.replaceAll(
    HARMFUL,
    (character) => character === "\r" ? "\\r" : `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

/** How many characters of a text are shown on one line. */
const LINE = 500;

/** The same on one line, cut where it is long. */
export function safeLine(text: string, limit: number = LINE): string {
  return safeText(truncate(text, limit)).replaceAll("\n", "\\n").replaceAll("\t", " ");
}

/** A value as JSON in which nothing is harmful as it stands there; it reads as the same value. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(
    HARMFUL,
    (character) =>
      [0, 1].slice(0, character.length)
        .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** The beginning of a text of more characters than the limit, with a word on its length. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // No half of a surrogate pair stays behind.
  const end = /[\ud800-\udbff]/.test(text[limit - 1]!) ? limit - 1 : limit;
  return `${text.slice(0, end)}… (${text.length} characters in all)`;
}

/** `1 case`, `2 cases`. */
export function pluralize(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Milliseconds as people say them. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The text as character data or a quoted attribute of XML or HTML, line breaks kept. */
export function escapeMarkup(text: string): string {
  return safeText(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** The text as a quoted attribute of XML: a parser would make spaces of bare line breaks. */
export function escapeAttribute(text: string): string {
  return escapeMarkup(text).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}
