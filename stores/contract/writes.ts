/**
 * The contract of single objects: `transact`, `get`, `currentRevision`, `lastChange`.
 *
 * @module
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  type ObjectKey,
  StorageError,
  type StorageErrorCode,
  type StorageWrite,
} from "@plumbline/server/storage";
import { type ContractCase, type Fixture, keyOf, objectOf, SECRETS } from "./fixture.ts";

const KEY = keyOf("a", "x");

async function assertRefused(
  fixture: Fixture,
  key: ObjectKey,
  write: StorageWrite,
  code: StorageErrorCode,
): Promise<void> {
  const before = fixture.storage.currentRevision();
  const error = await assertRejects(
    async () => await fixture.storage.transact(key, write),
    StorageError,
  );
  assertEquals(error.code, code);
  assertEquals(fixture.storage.currentRevision(), before);
}

/** The cases about single objects. */
export const writes: readonly ContractCase[] = [
  {
    name: "an empty store is at revision 1 and has no objects",
    run: async ({ storage }) => {
      assertEquals(storage.currentRevision(), 1);
      assertEquals(await storage.get(KEY), undefined);
      const empty = { revision: 1, versions: [], remaining: 0 };
      assertEquals(await storage.list({ resource: SECRETS }), empty);
    },
  },
  {
    name: "each write takes the next revision and sets it as resourceVersion",
    run: async (fixture) => {
      const created = await fixture.create(KEY, "one");
      const updated = await fixture.update(KEY, "two");
      assertEquals([created.revision, updated.revision], [2, 3]);
      assertEquals(created.object.metadata.resourceVersion, "2");
      assertEquals(updated.object.metadata.resourceVersion, "3");
      assertEquals(fixture.storage.currentRevision(), 3);
      assertEquals((await fixture.storage.get(KEY))?.object, updated.object);
    },
  },
  {
    name: "a write does not change the object that was passed",
    run: async ({ storage }) => {
      const object = objectOf(KEY, "one");
      await storage.transact(KEY, { expected: 0, object });
      assertEquals(object, objectOf(KEY, "one"));
    },
  },
  {
    name: "an object of more than 1.5 MiB is rejected, in a creation and in an update",
    run: async (fixture) => {
      const large = objectOf(KEY, "x".repeat(1_600_000));
      await assertRefused(fixture, KEY, { expected: 0, object: large }, "too large");
      const { revision } = await fixture.create(KEY, "x".repeat(1_500_000));
      await assertRefused(fixture, KEY, { expected: revision, object: large }, "too large");
      await fixture.remove(KEY);
    },
  },
  {
    name: "a deletion takes a revision and returns the last content at that revision",
    run: async (fixture) => {
      await fixture.create(KEY, "one");
      const deleted = await fixture.remove(KEY);
      assertEquals(deleted.revision, 3);
      assertEquals(deleted.object.content, "one");
      assertEquals(deleted.object.metadata.resourceVersion, "3");
      assertEquals(await fixture.storage.get(KEY), undefined);
    },
  },
  {
    name: "a name can be used again after the deletion",
    run: async (fixture) => {
      await fixture.create(KEY, "one");
      await fixture.remove(KEY);
      const again = await fixture.create(KEY, "two");
      assertEquals(again.revision, 4);
      assertEquals((await fixture.storage.get(KEY))?.object.content, "two");
    },
  },
  {
    name: "creating an object that exists fails with `exists`",
    run: async (fixture) => {
      await fixture.create(KEY);
      const object = objectOf(KEY, "other");
      await assertRefused(fixture, KEY, { expected: 0, object }, "exists");
      await assertRefused(fixture, KEY, { expected: 0, object: undefined }, "exists");
    },
  },
  {
    name: "updating or deleting an object that does not exist fails with `missing`",
    run: async (fixture) => {
      const object = objectOf(KEY, "other");
      await assertRefused(fixture, KEY, { expected: 1, object }, "missing");
      await assertRefused(fixture, KEY, { expected: 1, object: undefined }, "missing");
      await assertRefused(fixture, KEY, { expected: 0, object: undefined }, "missing");
      const { revision } = await fixture.create(KEY);
      await fixture.remove(KEY);
      await assertRefused(fixture, KEY, { expected: revision, object }, "missing");
    },
  },
  {
    name: "a write at an old revision fails with `conflict`",
    run: async (fixture) => {
      const { revision } = await fixture.create(KEY, "one");
      await fixture.update(KEY, "two");
      for (const expected of [revision, revision + 5]) {
        await assertRefused(fixture, KEY, { expected, object: objectOf(KEY, "x") }, "conflict");
        await assertRefused(fixture, KEY, { expected, object: undefined }, "conflict");
      }
      assertEquals((await fixture.storage.get(KEY))?.object.content, "two");
    },
  },
  {
    name: "of concurrent writes at one revision exactly one succeeds",
    run: async (fixture) => {
      const { revision: expected } = await fixture.create(KEY);
      const outcomes = await Promise.allSettled(
        ["b", "c", "d", "e"].map(async (content) =>
          await fixture.storage.transact(KEY, { expected, object: objectOf(KEY, content) })
        ),
      );
      assertEquals(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
      assertEquals(fixture.storage.currentRevision(), expected + 1);
    },
  },
  {
    name: "keys that are equal when joined are different objects",
    run: async (fixture) => {
      const keys = [
        keyOf("a", "bc"),
        keyOf("ab", "c"),
        keyOf("", "abc"),
        keyOf("a/b", "c"),
        keyOf("a", "b/c"),
        keyOf("a\u0000b", "c"),
        keyOf("a", "b\u0000c"),
        keyOf("a", "bc", "apps/deployments"),
      ];
      for (const [index, key] of keys.entries()) await fixture.create(key, `${index}`);
      for (const [index, key] of keys.entries()) {
        assertEquals((await fixture.storage.get(key))?.object.content, `${index}`);
      }
    },
  },
  {
    name: "`lastChange` changes with each write of the resource, and with no other",
    run: async (fixture) => {
      const seen = [fixture.storage.lastChange(SECRETS)];
      const note = () => {
        const now = fixture.storage.lastChange(SECRETS);
        assert(!seen.includes(now), `lastChange repeats ${now}`);
        seen.push(now);
      };
      await fixture.create(KEY);
      note();
      await fixture.update(KEY, "two");
      note();
      await fixture.create(keyOf("a", "x", "apps/deployments"));
      assertEquals(fixture.storage.lastChange(SECRETS), seen.at(-1));
      await assertRejects(() => fixture.create(KEY), StorageError);
      assertEquals(fixture.storage.lastChange(SECRETS), seen.at(-1));
      await fixture.remove(KEY);
      note();
    },
  },
];
