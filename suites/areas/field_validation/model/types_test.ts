import { assertEquals } from "@std/assert";
import { replaced } from "./types.ts";

Deno.test("replaces a value at any depth", () => {
  assertEquals(replaced({ a: { b: ["x"] } }, ["a", "b", 0], 7), { a: { b: [7] } });
});
