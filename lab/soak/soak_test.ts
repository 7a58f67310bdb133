import { assert, assertEquals } from "@std/assert";
import { growth, soak } from "./soak.ts";

Deno.test("a server under load, with injected faults, has the state of the model", async () => {
  const { answers, watches, violations } = await soak({
    ...{ time: 2_000, rate: 500, seed: 7 },
    measurements: 2,
  });
  assertEquals(violations, []);
  assert((answers.get(200) ?? 0) > 0 && watches.events > 0);
});

Deno.test("growth is that of the heap after the warm-up", () => {
  const at = (heap: number) => ({ requests: 0, objects: 0, heap, resident: 0 });
  assertEquals(growth([1, 90, 100, 110, 105, 130].map(at)), 5);
});
