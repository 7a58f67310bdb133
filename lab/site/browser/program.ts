/**
 * Stands in for `runtime/program.ts` in browsers: commands are those of a clone.
 *
 * @module
 */

/** What precedes a command. */
export const PROGRAM = "deno task";
