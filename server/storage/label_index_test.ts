/**
 * Lists of many objects by a label, against those of all objects.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { keyOf, ManualClock, objectOf, SECRETS } from "@plumbline/stores/contract";
import { MemoryStorage } from "./memory_storage.ts";
import type { Label, ObjectFilter } from "./storage.ts";

const OBJECTS = 1_500;

/** Returns a filter by a label, and counts the objects that it is asked about. */
function byLabel(label: Label): { filter: ObjectFilter; asked: () => number } {
  let asked = 0;
  const filter = Object.assign(
    ({ metadata: { labels } }: Parameters<ObjectFilter>[0]) => {
      asked++;
      return labels?.[label[0]] === label[1];
    },
    { label },
  );
  return { filter, asked: () => asked };
}

async function filled(): Promise<MemoryStorage> {
  const storage = new MemoryStorage({ clock: new ManualClock() });
  for (let index = 0; index < OBJECTS; index++) {
    const labels = { part: `p${index % 100}` };
    await write(storage, index, labels);
  }
  return storage;
}

async function write(
  storage: MemoryStorage,
  index: number,
  labels: Record<string, string> | undefined,
): Promise<void> {
  const key = keyOf(index % 2 === 0 ? "a" : "b", `x-${index}`);
  const expected = (await storage.get(key))?.revision ?? 0;
  const object = objectOf(key, "");
  const labelled = labels && { ...object, metadata: { ...object.metadata, labels } };
  await storage.transact(key, { expected, object: labelled });
}

/** Returns the names that a list by a label has, and how many objects were tested for it. */
async function listed(
  storage: MemoryStorage,
  label: Label,
  options: { namespace?: string; limit?: number; revision?: number } = {},
): Promise<{ names: string[]; asked: number; remaining: number }> {
  const { namespace, ...rest } = options;
  const { filter, asked } = byLabel(label);
  const list = await storage.list({ resource: SECRETS, namespace }, { ...rest, filter });
  const names = list.versions.map(({ key }) => key.name);
  return { names, asked: asked(), remaining: list.remaining };
}

Deno.test("a list of many objects by a label tests only those that have it", async () => {
  const storage = await filled();
  const all = await listed(storage, ["part", "p7"]);
  assertEquals([all.names.length, all.asked], [15, 15]);
  const page = await listed(storage, ["part", "p7"], { namespace: "b", limit: 5 });
  assertEquals([page.names.length, page.remaining, page.asked], [5, 1, 6]);
  assertEquals((await listed(storage, ["part", "none"])).names, []);
  assertEquals((await listed(storage, ["other", "p7"])).names, []);
});

Deno.test("lists by a label follow writes, and show the past as it was", async () => {
  const storage = await filled();
  assertEquals((await listed(storage, ["part", "p7"])).names.length, 15);
  const revision = storage.currentRevision();
  await write(storage, 7, { part: "p8" });
  await write(storage, 107, undefined);
  await write(storage, 8, { part: "p7", more: "x" });
  await write(storage, 9_007, { part: "p7" });
  const before = (await listed(storage, ["part", "p7"], { revision })).names;
  const { names } = await listed(storage, ["part", "p7"]);
  assertEquals(before.length, 15);
  assertEquals(
    new Set(names),
    new Set([...before.filter((name) => !["x-7", "x-107"].includes(name)), "x-8", "x-9007"]),
  );
  assertEquals((await listed(storage, ["more", "x"])).names, ["x-8"]);
  await write(storage, 8, { part: "p7" });
  assertEquals((await listed(storage, ["more", "x"])).names, []);
});

Deno.test("after more keys than are indexed, lists by the first are the same", async () => {
  const storage = await filled();
  const first = await listed(storage, ["part", "p7"]);
  for (const key of ["a", "b", "c", "d", "e"]) await listed(storage, [key, ""]);
  assertEquals(await listed(storage, ["part", "p7"]), first);
});
