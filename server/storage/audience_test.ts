/**
 * Which watches an event reaches.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { keyOf, ManualClock, never, objectOf, SECRETS } from "@plumbline/stores/contract";
import { Audience, type Interest } from "./audience.ts";
import { MemoryStorage } from "./memory_storage.ts";
import type { ObjectFilter, StorageEvent, StoredVersion } from "./storage.ts";

type Labels = Record<string, string>;

function versionOf(namespace: string, name: string, labels?: Labels): StoredVersion {
  const key = keyOf(namespace, name);
  const object = objectOf(key, "");
  const metadata = { ...object.metadata, ...(labels && { labels }) };
  return { key, revision: 2, object: { ...object, metadata }, encodings: new Map() };
}

const filterOf = (facts: Pick<ObjectFilter, "label" | "objectName">): ObjectFilter =>
  Object.assign(() => true, facts);

const INTERESTS: Readonly<Record<string, Interest>> = {
  all: {},
  "namespace a": { namespace: "a" },
  "namespace b": { namespace: "b" },
  "name x": { filter: filterOf({ objectName: "x" }) },
  "name y in a": { namespace: "a", filter: filterOf({ objectName: "y" }) },
  "label k=1": { filter: filterOf({ label: ["k", "1"] }) },
  "label k=2 in a": { namespace: "a", filter: filterOf({ label: ["k", "2"] }) },
};

const EVENTS: readonly (readonly [name: string, event: StorageEvent, reached: string[]])[] = [
  ["of a name", { type: "created", version: versionOf("a", "x") }, [
    "all",
    "namespace a",
    "name x",
  ]],
  [
    "with a label",
    { type: "created", version: versionOf("b", "z", { k: "1", l: "2" }) },
    ["all", "namespace b", "label k=1"],
  ],
  [
    "that changes a label",
    {
      type: "updated",
      version: versionOf("a", "z", { k: "2" }),
      previous: versionOf("a", "z", { k: "1" }),
    },
    ["all", "namespace a", "label k=1", "label k=2 in a"],
  ],
  [
    "that keeps a label",
    {
      type: "deleted",
      version: versionOf("c", "z", { k: "1" }),
      previous: versionOf("c", "z", { k: "1" }),
    },
    ["all", "label k=1"],
  ],
];

for (const [name, event, reached] of EVENTS) {
  Deno.test(`an event ${name} calls those whom it is about, each once`, () => {
    const audience = new Audience();
    const called: string[] = [];
    const stops = Object.entries(INTERESTS).map(([who, interest]) =>
      audience.listen(interest, () => called.push(who))
    );
    audience.tell(event);
    assertEquals(called.toSorted(), reached.toSorted());
    assertEquals(audience.size, stops.length);
    for (const stop of stops) stop();
    stops[0]!();
    audience.tell(event);
    assertEquals([called.length, audience.size], [reached.length, 0]);
  });
}

Deno.test("a watch by a label skips other events, and goes on behind them", async () => {
  const storage = new MemoryStorage({ clock: new ManualClock(), history: 100 });
  const write = async (name: string, labels: Labels) => {
    const { object } = versionOf("a", name, labels);
    return (await storage.transact(keyOf("a", name), { expected: 0, object })).revision;
  };
  const cursor = storage.watch({ resource: SECRETS }, 1, filterOf({ label: ["k", "1"] }));
  const reading = cursor.next(never());
  const other = await write("other", { k: "2" });
  assertEquals(cursor.revision, other);
  // What a waiting watch has skipped may be dropped.
  storage.compact(other);
  const written = write("own", { k: "1" });
  assertEquals(cursor.revision, other, "the event is not handed over yet");
  const revision = await written;
  assertEquals((await reading).map(({ version }) => version.key.name), ["own"]);
  assertEquals(cursor.revision, revision);
  const ended = new AbortController();
  const waiting = cursor.next(ended.signal);
  const last = await write("last", {});
  ended.abort();
  assertEquals([await waiting, cursor.revision], [[], last]);
});
