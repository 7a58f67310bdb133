import { assertEquals, assertNotEquals } from "@std/assert";
import { seedOfCheck } from "./check_run.ts";

Deno.test("a check's seed follows from the run's seed and its id, and from nothing else", () => {
  assertEquals(seedOfCheck(7, "watch/resume"), seedOfCheck(7, "watch/resume"));
  assertNotEquals(seedOfCheck(7, "watch/resume"), seedOfCheck(8, "watch/resume"));
  assertNotEquals(seedOfCheck(7, "watch/resume"), seedOfCheck(7, "watch/order"));
});

Deno.test("a seed is a 32-bit integer", () => {
  for (let seed = 0; seed < 100; seed++) {
    const derived = seedOfCheck(seed, "paging/whole");
    assertEquals(derived, derived | 0);
  }
});
