import { assertEquals } from "@std/assert";
import { mapFewAtOnce } from "./few_at_once.ts";

Deno.test("a few of many items are handled at a time, and the results are in their order", async () => {
  let underWay = 0;
  let most = 0;
  const results = await mapFewAtOnce(Array.from({ length: 50 }, (_, at) => at), async (item) => {
    most = Math.max(most, ++underWay);
    for (let turn = 0; turn < item % 4; turn++) await Promise.resolve();
    underWay--;
    return item + 1;
  }, 3);
  assertEquals(results, Array.from({ length: 50 }, (_, at) => at + 1));
  assertEquals(most, 3);
});
