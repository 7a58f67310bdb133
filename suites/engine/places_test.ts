import { assertEquals } from "@std/assert";
import { type CheckPlace, Places } from "./places.ts";

/** Places for checks that begin one after the other, each once it has one. */
async function begin(count: number, checks: number) {
  const timers = new Set<() => void>();
  const places = new Places(count, (ended) => {
    timers.add(ended);
    return () => timers.delete(ended);
  });
  const begun: CheckPlace[] = [];
  for (let each = 0; each < checks; each++) void places.take().then((place) => begun.push(place));
  const settle = async () => {
    for (let turns = 0; turns < 10; turns++) await Promise.resolve();
    return begun.length;
  };
  await settle();
  /** Lets the time pass after which who sends nothing is idle; returns how many checks have begun. */
  const pass = () => {
    for (const ended of [...timers]) {
      timers.delete(ended);
      ended();
    }
    return settle();
  };
  return { begun, settle, pass };
}

const forever = () => new Promise<void>(() => {});

Deno.test("so many checks are busy as there are places, and the next begins when one ends", async () => {
  const { begun, settle, pass } = await begin(2, 4);
  for (const place of begun) void place.during(forever);
  assertEquals(await pass(), 2);
  begun[0]![Symbol.dispose]();
  assertEquals(await settle(), 3);
});

Deno.test("a check that sends nothing for a while gives its place to another", async () => {
  const { begun, pass } = await begin(1, 2);
  const { promise, resolve } = Promise.withResolvers<void>();
  const answered = begun[0]!.during(() => promise);
  assertEquals(await pass(), 1);
  resolve();
  await answered;
  assertEquals(await pass(), 2);
});

Deno.test("a check that goes on takes its place again, and none begins before there is one", async () => {
  const { begun, settle, pass } = await begin(1, 3);
  assertEquals(await pass(), 2);
  for (const place of begun) void place.during(forever);
  begun[1]![Symbol.dispose]();
  assertEquals(await settle(), 2);
  begun[0]![Symbol.dispose]();
  assertEquals(await settle(), 3);
});

Deno.test("what a check has under way as it ends needs no place, and starts no timer", async () => {
  const { begun, settle, pass } = await begin(1, 3);
  const { promise, resolve } = Promise.withResolvers<void>();
  const answered = begun[0]!.during(() => promise);
  begun[0]![Symbol.dispose]();
  assertEquals(await settle(), 2);
  void begun[1]!.during(forever);
  void begun[0]!.during(forever);
  resolve();
  await answered;
  assertEquals(await pass(), 2);
});

Deno.test("a place is given back once", async () => {
  const { begun, settle, pass } = await begin(1, 4);
  assertEquals(await pass(), 2);
  void begun[1]!.during(forever);
  begun[0]![Symbol.dispose]();
  assertEquals(await settle(), 2);
});
