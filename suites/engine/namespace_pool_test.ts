import { assertEquals } from "@std/assert";
import { startEmbedded } from "../embedded/embedded_target.ts";
import { NamespacePool } from "./namespace_pool.ts";

Deno.test("the two namespaces of an execution have the same order, whatever was lent before", async () => {
  const target = await startEmbedded();
  const pool = new NamespacePool(target, "r1234567");
  const pairs = [await pool.take(), await pool.take(), await pool.take()];
  for (const at of [1, 0, 2]) pool.give(pairs[at]!);
  for (const pair of [await pool.take(), await pool.take(), await pool.take()]) {
    assertEquals(pair, pair?.toSorted() as typeof pair);
    assertEquals(pairs.some((each) => String(each) === String(pair)), true);
  }
  assertEquals(await pool.close(), []);
  await target.close();
});
