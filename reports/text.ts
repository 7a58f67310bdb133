/**
 * Makes untrusted text safe to print: it cannot control a terminal, reorder what is read, fill the
 * page or become markup. Everything that comes from a target is untrusted.
 *
 * @module
 */
/**
 * Control characters except tab and line feed, direction marks and invisible characters, unpaired
 * surrogates, and characters that XML does not allow.
 */
const HARMFUL =
  // deno-lint-ignore no-control-regex -- these are the characters to match
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gu;

/** Returns the text with every harmful character escaped, as `\u{1b}`. */
export function safeText(text: string): string {
  return text.replaceAll(
    HARMFUL,
    (character) => character === "\r" ? "\\r" : `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

/** Default length of a line, in characters. */
const LINE = 500;

/** Returns the text as one line, escaped and truncated. */
export function safeLine(text: string, limit: number = LINE): string {
  return safeText(truncate(text, limit)).replaceAll("\n", "\\n").replaceAll("\t", " ");
}

/** Returns a value as JSON with every harmful character escaped. It parses to the same value. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(
    HARMFUL,
    (character) =>
      [0, 1].slice(0, character.length)
        .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** Returns the text, or its first `limit` characters and its length if it is longer. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Do not split a surrogate pair.
  const end = /[\ud800-\udbff]/.test(text[limit - 1]!) ? limit - 1 : limit;
  return `${text.slice(0, end)}… (${text.length} characters)`;
}

/**
 * Returns a text without what the names of a run's objects and namespaces begin with, which says
 * nothing to a reader: `plumbline-r2b4d946-008a/pr2b4d946-v48200-s2` becomes `008a/s2`.
 */
export function withoutRunNames(text: string): string {
  return text.replaceAll(/\bplumbline-r[0-9a-f]{7}-(?=\w)|\bpr[0-9a-f]{7}-[0-9a-z]+-(?=\w)/g, "");
}

/** The label selector by which the suites select the objects of one case. */
export const OWN_SELECTOR = /plumbline\/scope=[\w-]+/;

/** Returns a label selector without the part by which the suites select the objects of one case. */
export function withoutOwnSelector(selector: string): string {
  return selector.replace(/,?plumbline\/scope=[\w-]+/, "").replace(/^,/, "");
}

/** Returns true if a selector selects the objects of one case, and nothing else. */
export function isOwnSelector(selector: string): boolean {
  return selector !== "" && withoutOwnSelector(selector) === "";
}

/** Returns the parts of a text between backticks, which are code, at the odd indices. */
export function splitCode(text: string): string[] {
  return text.split(/`([^`\n]+)`/);
}

/** Returns a count with its noun: `1 case`, `2 cases`. */
export function pluralize(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Returns a duration in milliseconds as text: `12 ms`, `1.3 s`, `1 min 1 s`. */
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

/** Escapes text for XML or HTML, as character data or in a quoted attribute. Keeps line breaks. */
export function escapeMarkup(text: string): string {
  return safeText(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Escapes text for a quoted XML attribute. Escapes line breaks, which a parser would replace. */
export function escapeAttribute(text: string): string {
  return escapeMarkup(text).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}
