/**
 * Tests of the adjustable clock and of random values.
 *
 * @module
 */
import { assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { AdjustableClock, systemSources } from "./sources.ts";

/** Waits until the system's expired timers have fired. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 5));

Deno.test("an advance moves the time by its milliseconds", () => {
  const clock = new AdjustableClock();
  const before = clock.now();
  clock.advance(300_000);
  const passed = clock.now() - before;
  assertEquals(passed >= 300_000 && passed < 301_000, true, `${passed}`);
});

Deno.test("an advance fires the expired timers in order", () => {
  fc.assert(fc.property(
    fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 20 }),
    fc.integer({ min: 0, max: 1_000 }),
    (delays, moved) => {
      const clock = new AdjustableClock();
      const fired: number[] = [];
      // A minute, so that no time that really passes makes a difference.
      const cancels = delays.map((delay) =>
        clock.after(delay * 60_000 + 30_000, () => fired.push(delay))
      );
      clock.advance(moved * 60_000);
      cancels.forEach((cancel) => cancel());
      assertEquals(fired, delays.filter((delay) => delay < moved).sort((a, b) => a - b));
    },
  ));
});

Deno.test("a cancelled timer does not fire, and no timer fires twice", () => {
  const clock = new AdjustableClock();
  const fired: string[] = [];
  clock.after(60_000, () => fired.push("off"))();
  clock.after(60_000, () => fired.push("once"));
  clock.advance(120_000);
  clock.advance(120_000);
  assertEquals(fired, ["once"]);
});

Deno.test("timers fire in real time too", async () => {
  await new Promise<void>((resolve) => new AdjustableClock().after(1, resolve));
});

Deno.test("a delay beyond the maximum of the system's timers does not end at once", async () => {
  const clock = new AdjustableClock();
  let fired = 0;
  const cancels = [2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER].map((wait) =>
    clock.after(wait, () => fired++)
  );
  await aMoment();
  assertEquals(fired, 0);
  clock.advance(2 ** 40);
  assertEquals(fired, 2);
  cancels.forEach((cancel) => cancel());
});

Deno.test("suffixes are valid in names, and uids are UUIDs", () => {
  const { suffix, uid, bytes } = systemSources();
  fc.assert(fc.property(fc.integer({ min: 1, max: 40 }), (length) => {
    assertMatch(suffix(length), new RegExp(`^[bcdfghjklmnpqrstvwxz2456789]{${length}}$`));
    assertEquals(bytes(length).length, length);
  }));
  assertMatch(uid(), /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
