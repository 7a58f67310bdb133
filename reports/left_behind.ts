/**
 * Says what a run could not remove.
 *
 * @module
 */
import { pluralize, safeLine } from "./text.ts";

/** The paths that are named, at most. */
const SHOWN = 3;

/**
 * Returns what could not be removed and why, in one line.
 *
 * @param paths The paths of the objects.
 * @param reason Why they could not be removed.
 */
export function leftLine(paths: readonly string[], reason: string | undefined): string {
  const named = paths.slice(0, SHOWN).map((path) => safeLine(path)).join(", ");
  const more = paths.length > SHOWN ? ", …" : "";
  const why = reason === undefined ? "" : `, as ${safeLine(reason)}`;
  return `Cannot remove ${pluralize(paths.length, "object")}${why}: ${named}${more}`;
}
