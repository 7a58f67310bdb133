/**
 * Colours of a terminal.
 *
 * @module
 */
import type { Verdict } from "./events.ts";

/** Dresses text up, or leaves it as it is. */
export interface Style {
  /** The text, made to stand out. */
  bold(text: string): string;
  /** The text, made to stand back. */
  dim(text: string): string;
  /** The text in the colour of a verdict. */
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

/** The style of a terminal with colours, or that of a plain one. */
export function styleOf({ colours }: { colours: boolean }): Style {
  const dress = (code: number, text: string) => colours ? `\x1b[${code}m${text}\x1b[0m` : text;
  return {
    bold: (text) => dress(1, text),
    dim: (text) => dress(2, text),
    verdict: (verdict, text) => dress(COLOURS[verdict], text),
  };
}
