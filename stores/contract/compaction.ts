/**
 * The contract of compaction: the states that become unreadable with time and by `compact`.
 *
 * @module
 */
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { StorageError } from "@plumbline/server/storage";
import {
  type ContractCase,
  eventSummaries,
  type Fixture,
  HISTORY,
  keyOf,
  never,
  SECRETS,
} from "./fixture.ts";

const ALL = { resource: SECRETS };
const X = keyOf("a", "x");

/** Returns true if a revision can be listed at and watched after, and checks that both agree. */
async function isReadable({ storage }: Fixture, revision: number): Promise<boolean> {
  try {
    storage.watch(ALL, revision);
  } catch (error) {
    assertEquals(error instanceof StorageError && error.code, "compacted");
    const refusal = await assertRejects(() => storage.list(ALL, { revision }), StorageError);
    assertEquals(refusal.code, "compacted");
    return false;
  }
  assertEquals((await storage.list(ALL, { revision })).revision, revision);
  return true;
}

/** The cases about compaction. */
export const compaction: readonly ContractCase[] = [
  {
    name: "a state is readable for as long after it was superseded as the history reaches",
    run: async (fixture) => {
      await fixture.create(X, "1");
      fixture.clock.advance(10 * HISTORY);
      assertEquals(await isReadable(fixture, 2), true);
      await fixture.update(X, "2");
      fixture.clock.advance(HISTORY - 1);
      assertEquals(await isReadable(fixture, 2), true);
      assertEquals(await fixture.names(ALL, { revision: 2 }), ["a/x=1"]);
      fixture.clock.advance(1);
      assertEquals(await isReadable(fixture, 2), false);
      assertEquals(await isReadable(fixture, 3), true);
    },
  },
  {
    name: "the first state is dropped like any other",
    run: async (fixture) => {
      assertEquals(await isReadable(fixture, 1), true);
      assertEquals(await isReadable(fixture, 0), false);
      await fixture.create(X);
      assertEquals(await isReadable(fixture, 1), true);
      fixture.clock.advance(HISTORY);
      assertEquals(await isReadable(fixture, 1), false);
    },
  },
  {
    name: "a write of any resource supersedes the state",
    run: async (fixture) => {
      await fixture.create(X);
      await fixture.create(keyOf("a", "x", "apps/deployments"));
      fixture.clock.advance(HISTORY);
      assertEquals(await isReadable(fixture, 2), false);
      assertEquals(await fixture.names(ALL), ["a/x=first"]);
    },
  },
  {
    name: "compact drops the states before a revision, and keeps that one",
    run: async (fixture) => {
      await fixture.create(X, "1");
      await fixture.update(X, "2");
      await fixture.update(X, "3");
      fixture.storage.compact(3);
      assertEquals(await isReadable(fixture, 2), false);
      assertEquals(await isReadable(fixture, 3), true);
      assertEquals(await fixture.names(ALL, { revision: 3 }), ["a/x=2"]);
      fixture.storage.compact(2);
      assertEquals(await isReadable(fixture, 2), false);
      assertEquals(await isReadable(fixture, 3), true);
    },
  },
  {
    name: "compacting up to a future revision drops only past states",
    run: async (fixture) => {
      await fixture.create(X, "1");
      fixture.storage.compact(1_000);
      assertEquals(await isReadable(fixture, 1), false);
      assertEquals(await isReadable(fixture, 2), true);
      await fixture.update(X, "2");
      assertEquals(await isReadable(fixture, 2), true);
      assertEquals(await isReadable(fixture, 3), true);
    },
  },
  {
    name: "an existing object outlives its history, a deleted one does not",
    run: async (fixture) => {
      await fixture.create(X, "1");
      await fixture.create(keyOf("a", "y"), "1");
      await fixture.remove(keyOf("a", "y"));
      fixture.storage.compact(3);
      assertEquals(await fixture.names(ALL, { revision: 3 }), ["a/x=1", "a/y=1"]);
      fixture.storage.compact(4);
      assertEquals(await fixture.names(ALL, { revision: 4 }), ["a/x=1"]);
      assertEquals((await fixture.storage.get(X))?.revision, 2);
      await fixture.create(keyOf("a", "y"), "2");
      assertEquals(await fixture.names(ALL), ["a/x=1", "a/y=2"]);
    },
  },
  {
    name: "a name that is reused before its tombstone is dropped has both histories",
    run: async (fixture) => {
      await fixture.create(X, "1");
      await fixture.remove(X);
      fixture.clock.advance(HISTORY / 2);
      await fixture.create(X, "2");
      fixture.clock.advance(HISTORY / 2);
      assertEquals(await fixture.names(ALL, { revision: 3 }), []);
      assertEquals(await fixture.names(ALL, { revision: 4 }), ["a/x=2"]);
    },
  },
  {
    name: "a cursor that is not read in time fails with `compacted`",
    run: async (fixture) => {
      const cursor = fixture.storage.watch(ALL, 1);
      await fixture.create(X, "1");
      await fixture.update(X, "2");
      fixture.clock.advance(HISTORY);
      const error = await assertRejects(() => cursor.next(never()), StorageError);
      assertEquals(error.code, "compacted");
    },
  },
  {
    name: "a cursor that has read the dropped events continues",
    run: async (fixture) => {
      const cursor = fixture.storage.watch(ALL, 1);
      await fixture.create(X, "1");
      await cursor.next(never());
      fixture.clock.advance(HISTORY);
      await fixture.update(X, "2");
      fixture.storage.compact(2);
      assertEquals(eventSummaries(await cursor.next(never())), ["updated x=2@3"]);
    },
  },
  {
    name: "a waiting cursor never fails with `compacted`, however long it waits",
    run: async (fixture) => {
      const cursor = fixture.storage.watch({ resource: SECRETS, namespace: "b" }, 1);
      const waiting = cursor.next(never());
      for (let index = 0; index < 5; index++) {
        await fixture.create(keyOf("a", `${index}`));
        fixture.clock.advance(HISTORY);
        fixture.storage.compact(fixture.storage.currentRevision());
      }
      await fixture.create(keyOf("b", "x"), "1");
      assertEquals(eventSummaries(await waiting), ["created x=1@7"]);
    },
  },
  {
    name: "a cursor in the future is not affected when events before it are dropped",
    run: async (fixture) => {
      const cursor = fixture.storage.watch(ALL, 3);
      await fixture.create(X, "1");
      await fixture.update(X, "2");
      fixture.clock.advance(HISTORY);
      await fixture.update(X, "3");
      assertEquals(eventSummaries(await cursor.next(never())), ["updated x=3@4"]);
    },
  },
  {
    name: "a watch after an unreadable revision is rejected at once",
    run: async (fixture) => {
      await fixture.create(X);
      fixture.storage.compact(2);
      const error = assertThrows(() => fixture.storage.watch(ALL, 1), StorageError);
      assertEquals(error.code, "compacted");
    },
  },
];
