import { assertEquals } from "@std/assert";
import type { Target } from "../../client/target.ts";
import { RESOURCE_TYPES } from "../../resources/mod.ts";
import { inLargeCollections, together } from "./world.ts";

const target = { scale: 300 } as Target;
const inputs = (seed: number, runs: number) =>
  inLargeCollections.caseList!(target, { seed, runs }).inputs;

Deno.test("a run takes one resource type for fifty cases per property, in turn", () => {
  const names = RESOURCE_TYPES.map(({ resource }) => resource);
  assertEquals(inputs(0, 20), [{ resource: names[0]!, size: 300 }]);
  assertEquals(inputs(0, 100).map(({ resource }) => resource), names.slice(0, 2));
  assertEquals(inputs(-7, 1_000).map(({ resource }) => resource).toSorted(), names.toSorted());
  const first = Array.from({ length: names.length }, (_, seed) => inputs(seed, 50)[0]!.resource);
  assertEquals(first, names);
});

Deno.test("numbers are handled by several clients at once, each number once", async () => {
  const done: number[] = [];
  let underWay = 0;
  let most = 0;
  await together(3, 100, async (number) => {
    most = Math.max(most, ++underWay);
    await Promise.resolve();
    underWay--;
    done.push(number);
  });
  assertEquals(
    done.toSorted((one, other) => one - other),
    Array.from({ length: 97 }, (_, i) => i + 3),
  );
  assertEquals(most, 16);
});
