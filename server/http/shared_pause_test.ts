import { assertEquals } from "@std/assert";
import { SharedPause } from "./shared_pause.ts";

Deno.test("all who pause at the same time go on together", async () => {
  const pauses = new SharedPause();
  const order: string[] = [];
  const first = pauses.begin().over.then(() => order.push("first"));
  const second = pauses.begin().over.then(() => order.push("second"));
  await first;
  await second;
  assertEquals(order, ["first", "second"]);
});

Deno.test("a pause that is ended early leaves no timer, and the others go on", async () => {
  const pauses = new SharedPause();
  const [ended, other] = [pauses.begin(), pauses.begin()];
  ended.end();
  await ended.over;
  await other.over;
  const last = pauses.begin();
  last.end();
  last.end();
  // The sanitizer of the runtime would report a timer.
  await last.over;
});

Deno.test("pauses grow with those who take part, between a millisecond and 20", () => {
  const pauses = new SharedPause();
  assertEquals(pauses.length, 1);
  for (let count = 0; count < 100; count++) pauses.join();
  assertEquals(pauses.length, 10);
  for (let count = 0; count < 900; count++) pauses.join();
  assertEquals(pauses.length, 20);
  for (let count = 0; count < 1_000; count++) pauses.leave();
  assertEquals(pauses.length, 1);
});
