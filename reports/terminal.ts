/**
 * Text on a terminal: colours, and widths in columns. Expects text without harmful characters
 * (see `text.ts`).
 *
 * @module
 */
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Verdict } from "./events.ts";

/** Styles text for a terminal, or leaves it as it is. */
export interface Style {
  /** Returns the text in bold. */
  bold(text: string): string;
  /** Returns the text in a faint colour. */
  dim(text: string): string;
  /** Returns the text in the colour of a verdict. */
  verdict(verdict: Verdict, text: string): string;
}

const RED = 31, GREEN = 32, YELLOW = 33, MAGENTA = 35, CYAN = 36;

const COLOURS: Readonly<Record<Verdict, number>> = {
  "pass": GREEN,
  "fail": RED,
  "warn": YELLOW,
  "known deviation": CYAN,
  "unsupported": CYAN,
  "skipped": YELLOW,
  "error": MAGENTA,
};

/** Returns a style that uses colours, or one that leaves every text as it is. */
export function styleOf({ colours }: { colours: boolean }): Style {
  const styled = (code: number, text: string) => colours ? `\x1b[${code}m${text}\x1b[0m` : text;
  return {
    bold: (text) => styled(1, text),
    dim: (text) => styled(2, text),
    verdict: (verdict, text) => styled(COLOURS[verdict], text),
  };
}

/** Returns the number of columns the text takes. */
export function displayWidth(text: string): number {
  return stringWidth(text);
}

/** Truncates a text to the available width, with an ellipsis at its end. */
export function clipToWidth(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  if (columns < 2) return columns < 1 ? "" : "…";
  const [first = ""] = wrapAnsi(text, columns - 1, { hard: true, wordWrap: false, trim: false })
    .split("\n");
  return `${first}…`;
}

/**
 * Wraps a line at spaces, and within words that are too long.
 *
 * @param options `hanging` is the indentation of the second line and the following ones, in columns
 * beyond that of the first; 2 by default
 */
export function wrapText(
  line: string,
  columns: number,
  { hanging = 2 }: { readonly hanging?: number } = {},
): string[] {
  if (stringWidth(line) <= columns) return [line];
  const indentation = /^ */.exec(line)![0];
  const margin = Math.min(indentation.length + hanging, Math.floor(columns / 2));
  const [first = "", ...rest] = wrapAnsi(line.trimStart(), columns - margin, { hard: true })
    .split("\n");
  return [
    indentation.slice(0, margin) + first,
    ...rest.map((text) => " ".repeat(margin) + text),
  ];
}

/** Pads the text with spaces at its end to this number of columns. */
export function padToWidth(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - stringWidth(text)));
}
