/**
 * Re-exports `@std/http`, of which the server uses the content negotiation.
 * Where JSR can be reached, the import map's line becomes `jsr:@std/http@1`.
 *
 * @module
 */
// @ts-types="./std_http.d.ts"
export { acceptsEncodings } from "npm:deno-std@1.4.0/http/negotiation.js";
