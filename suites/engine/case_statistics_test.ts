import { assertEquals } from "@std/assert";
import { CaseStatistics } from "./case_statistics.ts";

function spread(...inputs: unknown[]): Record<string, number> {
  const all = new CaseStatistics();
  for (const input of inputs) all.add(input);
  return all.counts();
}

Deno.test("values of a field are counted, lists by their length", () => {
  assertEquals(
    spread(
      { resource: "secrets", dry: true, steps: [] },
      { resource: "secrets", dry: false, steps: [1, 2, 3] },
      { resource: "roles", dry: false, steps: [1, 2] },
    ),
    {
      "resource secrets": 2,
      "resource roles": 1,
      "dry true": 1,
      "dry false": 2,
      "steps of 0": 1,
      "steps of 2–3": 2,
    },
  );
});

Deno.test("nested fields are named by their path, deeper values counted by size", () => {
  const input = { at: { verb: "get", more: { a: 1, b: 2 } } };
  assertEquals(spread(input), { "at.verb get": 1, "at.more of 2–3": 1 });
});

Deno.test("a field with many distinct values is summarised by their number", () => {
  const inputs = Array.from({ length: 13 }, (_, number) => ({ number }));
  assertEquals(spread(...inputs), { "number with 13 different values": 13 });
  assertEquals(spread(7, 7, 8), { "7": 2, "8": 1 });
});
