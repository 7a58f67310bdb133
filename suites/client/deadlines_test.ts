import { assert, assertEquals } from "@std/assert";
import { Deadlines } from "./deadlines.ts";

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

Deno.test("each request is aborted at its own time", async () => {
  const deadlines = new Deadlines(60);
  const [first, second] = [new AbortController(), new AbortController()];
  deadlines.add(first);
  await pause(40);
  deadlines.add(second);
  while (!first.signal.aborted) await pause(1);
  assertEquals(second.signal.aborted, false);
  while (!second.signal.aborted) await pause(1);
  assertEquals(second.signal.reason.name, "TimeoutError");
});

Deno.test("a request that has ended is not aborted, and leaves no timer", async () => {
  const deadlines = new Deadlines(10);
  const [ended, later] = [new AbortController(), new AbortController()];
  deadlines.add(ended);
  deadlines.delete(ended);
  await pause(20);
  deadlines.add(later);
  deadlines.delete(ended);
  while (!later.signal.aborted) await pause(1);
  assert(!ended.signal.aborted);
});
