/**
 * Re-exports `@std/assert` with types, which the npm copy of the standard library does not have. Where JSR can be reached, the import map's line becomes `jsr:@std/assert@1`.
 *
 * @module
 */
// @ts-types="./std_assert.d.ts"
export {
  assert,
  assertEquals,
  assertExists,
  assertGreater,
  assertInstanceOf,
  AssertionError,
  assertMatch,
  assertNotEquals,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
  equal,
  fail,
} from "npm:deno-std@1.4.0/assert/mod.js";
