import { assertEquals } from "@std/assert";
import { grown } from "./probe.ts";

Deno.test("a template grows by its repeated parts, with their numbers", () => {
  assertEquals(grown('[«"k@":@»]', 3), '["k0":0,"k1":1,"k2":2]');
  assertEquals(grown("‹ab›-‹@\n›", 2), "abab-0\n1\n");
  assertEquals(grown("«a»", 0), "");
  assertEquals(grown((size) => "x".repeat(size), 4), "xxxx");
});
