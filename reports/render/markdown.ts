/**
 * Writes text a target may have chosen into Markdown, where it must stay text.
 *
 * @module
 */
import { harmless, oneLine } from "../text.ts";

/** The text as prose: no emphasis, tag, image or named link comes of it. */
export function proseOf(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_{}[\]()<>#!|~$&@]/g, "\\$&");
}

/** The text as code on one line; not within a table, where a bar would end the cell. */
export function codeOf(text: string): string {
  const line = oneLine(text);
  if (line.trim() === "") return "(nothing)";
  const fence = "`".repeat(longestRun(line) + 1);
  // The space keeps a backtick of the text's from joining the fence.
  const space = /^`|`$/.test(line) ? " " : "";
  return fence + space + line + space + fence;
}

/** The text as a block of code, of a language where one is named. */
export function blockOf(text: string, language = ""): string {
  const lines = harmless(text);
  const fence = "`".repeat(Math.max(3, longestRun(lines) + 1));
  return `${fence}${language}\n${lines}\n${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
