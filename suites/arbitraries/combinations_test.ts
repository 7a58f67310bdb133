import { assertEquals, assertNotEquals } from "@std/assert";
import type { Target } from "../client/target.ts";
import { combinations, enumerated, shuffled } from "./combinations.ts";

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

Deno.test("a property of few inputs runs each once, the first ones if fewer cases are wanted", () => {
  const { caseList } = enumerated(() => [1, 2, 3]);
  const target = {} as Target;
  const all = caseList!(target, { seed: 1, runs: 100 }).inputs;
  assertEquals(all.toSorted(), [1, 2, 3]);
  assertEquals(caseList!(target, { seed: 1, runs: 2 }).inputs, all.slice(0, 2));
});
