/**
 * Re-exports `@std/yaml`. Where JSR can be reached, the import map's line becomes
 * `jsr:@std/yaml@1`.
 *
 * @module
 */
// @ts-types="./std_yaml.d.ts"
export { parse, parseAll, stringify } from "npm:deno-std@1.4.0/yaml/mod.js";
