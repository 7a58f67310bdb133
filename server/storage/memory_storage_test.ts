/**
 * The store in memory: the contract, and its own guarantees.
 *
 * @module
 */
import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import {
  keyOf,
  ManualClock,
  never,
  objectOf,
  SECRETS,
  testStorageContract,
} from "@plumbline/stores/contract";
import { MemoryStorage } from "./memory_storage.ts";
import { StorageError } from "./storage.ts";

const ALL = { resource: SECRETS };

testStorageContract({
  name: "MemoryStorage",
  open: (clock, history) => new MemoryStorage({ clock, history }),
});

function open(history: number): { storage: MemoryStorage; clock: ManualClock } {
  const clock = new ManualClock();
  return { storage: new MemoryStorage({ clock, history }), clock };
}

Deno.test("MemoryStorage keeps no more than its history under steady writes", async () => {
  const { storage, clock } = open(100);
  for (let round = 0; round < 2_000; round++) {
    // One object is updated in every round; each of the others exists for one round.
    const fixed = keyOf("a", "fixed");
    const newest = await storage.get(fixed);
    const expected = newest?.revision ?? 0;
    await storage.transact(fixed, { expected, object: objectOf(fixed, `${round}`) });
    const brief = keyOf("a", `brief-${round}`);
    const { revision } = await storage.transact(brief, {
      expected: 0,
      object: objectOf(brief, ""),
    });
    await storage.transact(brief, { expected: revision, object: undefined });
    clock.advance(1);
    const sizes = storage.sizes();
    assert(sizes.objects === 1 && sizes.keys <= 101, `keys: ${sizes.keys}`);
    assert(sizes.events <= 300 && sizes.versions <= 301, `events: ${sizes.events}`);
  }
});

Deno.test("MemoryStorage keeps only the existing objects once their history has expired", async () => {
  const { storage, clock } = open(100);
  for (const name of ["x", "y", "z"]) {
    const key = keyOf("a", name);
    const { revision } = await storage.transact(key, { expected: 0, object: objectOf(key, "") });
    const object = name === "z" ? undefined : objectOf(key, "2");
    await storage.transact(key, { expected: revision, object });
  }
  const { historyBytes, ...sizes } = storage.sizes();
  assertEquals(sizes, { objects: 2, keys: 3, versions: 6, events: 6, waiting: 0 });
  assert(historyBytes > 0);
  clock.advance(100);
  assertEquals((await storage.list(ALL)).versions.length, 2);
  const left = { objects: 2, keys: 2, versions: 2, events: 0, waiting: 0, historyBytes: 0 };
  assertEquals(storage.sizes(), left);
});

Deno.test("MemoryStorage drops the oldest states above the bytes of its history", async () => {
  const storage = new MemoryStorage({ clock: new ManualClock(), historyBytes: 100_000 });
  const key = keyOf("a", "large");
  const content = (round: number) => objectOf(key, `${round}`.padEnd(10_000));
  const first = await storage.transact(key, { expected: 0, object: content(0) });
  first.encodings.set("json", new Uint8Array(10_000));
  const cursor = storage.watch(ALL, first.revision);
  const seen: number[] = [];
  let newest = first;
  for (let round = 1; round <= 50; round++) {
    const waiting = cursor.next(never());
    newest = await storage.transact(key, { expected: newest.revision, object: content(round) });
    seen.push(...(await waiting).map(({ version }) => version.revision));
    const { historyBytes, versions, events } = storage.sizes();
    assert(historyBytes <= 100_000 && versions <= 10 && events <= 10);
  }
  // Who reads misses nothing, and a superseded version has no encodings.
  assertEquals(seen, Array.from({ length: 50 }, (_, at) => first.revision + 1 + at));
  assertEquals(first.encodings.size, 0);
  const pastOf = async (revision: number) =>
    (await storage.list(ALL, { revision })).versions.length;
  assertEquals(await pastOf(newest.revision - 1), 1);
  const refused = await assertRejects(() => pastOf(first.revision), StorageError);
  assertEquals(refused.code, "compacted");
});

Deno.test("MemoryStorage keeps the newest write, however large", async () => {
  const storage = new MemoryStorage({ clock: new ManualClock(), historyBytes: 0 });
  const key = keyOf("a", "large");
  const created = await storage.transact(key, { expected: 0, object: objectOf(key, "1") });
  const object = objectOf(key, "2");
  const { revision } = await storage.transact(key, { expected: created.revision, object });
  const cursor = storage.watch(ALL, created.revision);
  assertEquals((await cursor.next(never())).map(({ version }) => version.revision), [revision]);
});

Deno.test("MemoryStorage releases a waiting cursor at its event and at its abort", async () => {
  const { storage } = open(100);
  const controller = new AbortController();
  const key = keyOf("a", "x");
  const early = storage.watch(ALL, 1).next(controller.signal);
  const late = storage.watch({ resource: SECRETS, namespace: "b" }, 1).next(controller.signal);
  assertEquals(storage.sizes().waiting, 2);
  await storage.transact(key, { expected: 0, object: objectOf(key, "") });
  assertEquals((await early).length, 1);
  assertEquals(storage.sizes().waiting, 1);
  controller.abort();
  assertEquals(await late, []);
  assertEquals(storage.sizes().waiting, 0);
});

Deno.test("MemoryStorage leaves no listener on a signal that many reads shared", async () => {
  const { storage } = open(100);
  const signal = never();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners++;
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners--;
    removeEventListener.apply(signal, args);
  };
  const cursor = storage.watch(ALL, 1);
  for (let index = 0; index < 10; index++) {
    const waiting = cursor.next(signal);
    assertEquals(listeners, 1);
    const key = keyOf("a", `${index}`);
    await storage.transact(key, { expected: 0, object: objectOf(key, "") });
    assertEquals((await waiting).length, 1);
    assertEquals(listeners, 0);
  }
});

Deno.test("MemoryStorage returns at most 1,000 events at once", async () => {
  const { storage } = open(100);
  const key = keyOf("a", "x");
  for (let revision = 0; revision <= 1_500; revision++) {
    const expected = revision === 0 ? 0 : storage.currentRevision();
    await storage.transact(key, { expected, object: objectOf(key, "") });
  }
  const cursor = storage.watch(ALL, 1);
  assertEquals((await cursor.next(never())).length, 1_000);
  assertEquals((await cursor.next(never())).length, 501);
});

Deno.test("MemoryStorage returns at most 1 MiB and one event at once", async () => {
  const { storage } = open(100);
  for (let at = 0; at < 9; at++) {
    const key = keyOf("a", `${at}`);
    const object = objectOf(key, "x".repeat(300_000));
    await storage.transact(key, { expected: 0, object });
  }
  const cursor = storage.watch(ALL, 1);
  const counts = [];
  for (let round = 0; round < 3; round++) counts.push((await cursor.next(never())).length);
  assertEquals(counts, [4, 4, 1]);
});

Deno.test("MemoryStorage shares a version, and so its encodings, between its readers", async () => {
  const { storage } = open(100);
  const key = keyOf("a", "x");
  const written = await storage.transact(key, { expected: 0, object: objectOf(key, "") });
  const [event] = await storage.watch(ALL, 1).next(never());
  assertStrictEquals(await storage.get(key), written);
  assertStrictEquals((await storage.list(ALL)).versions[0], written);
  assertStrictEquals(event?.version, written);
});

Deno.test("MemoryStorage keeps five minutes of history by default", async () => {
  const clock = new ManualClock();
  const storage = new MemoryStorage({ clock });
  const key = keyOf("a", "x");
  await storage.transact(key, { expected: 0, object: objectOf(key, "") });
  clock.advance(299_999);
  assertEquals((await storage.list(ALL, { revision: 1 })).versions, []);
  clock.advance(1);
  const refused = await storage.list(ALL, { revision: 1 }).catch((error) => error.code);
  assertEquals(refused, "compacted");
});

Deno.test("MemoryStorage gives cursors at one place the same events", async () => {
  const { storage } = open(100);
  const [one, other, late, later] = [1, 1, 1, 3].map((after) => storage.watch(ALL, after));
  for (const name of ["x", "y", "z"]) {
    const key = keyOf("a", name);
    await storage.transact(key, { expected: 0, object: objectOf(key, "") });
    if (name !== "x") continue;
    assertStrictEquals(await one!.next(never()), await other!.next(never()));
  }
  const read = await Promise.all([one, late, later].map((cursor) => cursor!.next(never())));
  assertEquals(read.map((events) => events.length), [2, 3, 1]);
});
