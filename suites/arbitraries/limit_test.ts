import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { limit, resolveLimit } from "./limit.ts";

Deno.test("limits are generated at the size of a collection and on both sides of it", () => {
  const resolved = new Set(
    fc.sample(limit(), { numRuns: 200, seed: 1 }).map((generated) => resolveLimit(generated, 10)),
  );
  for (const due of [1, 2, 3, 9, 10, 11]) assert(resolved.has(due), `${due}`);
});

Deno.test("a limit is never less than 1", () => {
  assertEquals(resolveLimit({ besideSize: -1 }, 0), 1);
  assertEquals(resolveLimit({ besideSize: -1 }, 1), 1);
});
