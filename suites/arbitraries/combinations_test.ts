import { assertEquals, assertNotEquals } from "@std/assert";
import { combinations, shuffled } from "./combinations.ts";

Deno.test("all combinations are returned once, in an order of the seed", () => {
  const values = { verb: ["get", "list"], type: ["roles", "secrets", "deployments"] };
  const all = combinations<{ verb: string; type: string }>(values, 7);
  assertEquals(new Set(all.map((each) => JSON.stringify(each))).size, 6);
  assertEquals(all, combinations(values, 7));
});

Deno.test("the order depends on the seed alone", () => {
  const items = Array.from({ length: 20 }, (_, index) => index);
  assertEquals(shuffled(items, 1), shuffled(items, 1));
  assertNotEquals(shuffled(items, 1), shuffled(items, 2));
  assertEquals(shuffled(items, 3).sort((a, b) => a - b), items);
});
