/**
 * Dialects by their names on the command line.
 *
 * @module
 */

/** The names. */
export const DIALECT_NAMES = ["svc", "kubernetes"] as const;
