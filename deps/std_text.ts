/**
 * Re-exports `@std/text`. Where JSR can be reached, the import map's line becomes
 * `jsr:@std/text@1`.
 *
 * @module
 */
// @ts-types="./std_text.d.ts"
export { levenshteinDistance } from "npm:deno-std@1.4.0/text/levenshtein_distance.js";
