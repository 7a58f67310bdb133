/**
 * Levels: how binding the text of the specification makes a requirement.
 *
 * @module
 */

/** The level of a requirement or a check. */
export type Level = "must" | "should" | "convention";

/** The levels, strictest first. */
export const LEVELS: readonly Level[] = ["must", "should", "convention"];
