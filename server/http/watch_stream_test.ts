import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { DIALECTS } from "../dialect.ts";
import type { WatchEvent, WatchSource } from "../registry/contracts.ts";
import type { StoredVersion } from "../storage/storage.ts";
import { serializerOf } from "./serializer.ts";
import { watchStream } from "./watch_stream.ts";

const dialect = DIALECTS.svc;

function versionOf(name: string): StoredVersion {
  const metadata = {
    name,
    uid: name,
    resourceVersion: "1",
    creationTimestamp: "2026-01-01T00:00:00Z",
  };
  const object = { apiVersion: "v1", kind: "Secret", metadata };
  const key = { resource: "/secrets", namespace: "default", name };
  return { key, revision: 1, object, encodings: new Map() };
}

const added = (version: StoredVersion): WatchEvent => ({ type: "ADDED", version });

/** Returns the only chunk of a watch with these events. */
async function chunkOf(
  events: readonly WatchEvent[],
  encoding: "json" | "protobuf" = "json",
): Promise<Uint8Array> {
  let unread: readonly WatchEvent[] | undefined = events;
  const source: WatchSource = {
    next() {
      const next = unread;
      unread = undefined;
      return Promise.resolve(next);
    },
    fail(error) {
      throw error;
    },
    close() {},
  };
  const serializer = await serializerOf(encoding, { dialect, pretty: false });
  const chunks = await Array.fromAsync(watchStream(source, { serializer }));
  assertEquals(chunks.length, 1);
  return chunks[0]!;
}

Deno.test("watches of the same events in the same form send the same bytes, not a copy", async () => {
  const [one, other] = [versionOf("one"), versionOf("other")];
  const chunk = await chunkOf([added(one), added(other)]);
  assertStrictEquals(await chunkOf([added(one), added(other)]), chunk);
  const lines = new TextDecoder().decode(chunk).trimEnd().split("\n");
  assertEquals(lines.map((line) => JSON.parse(line).object.metadata.name), ["one", "other"]);
});

Deno.test("watches of other events, in another order or in another form send bytes of their own", async () => {
  const [one, other] = [versionOf("one"), versionOf("other")];
  const known = [added(one), added(other)];
  const others: (readonly WatchEvent[])[] = [
    [added(other), added(one)],
    [added(one)],
    [added(one), { type: "DELETED", version: other }],
    [added(one), added(versionOf("other"))],
    [added(one), { type: "BOOKMARK", object: { kind: "Secret" } }],
  ];
  for (const events of others) {
    const chunk = await chunkOf(known);
    assert(await chunkOf(events) !== chunk);
  }
  const text = await chunkOf(known);
  assert(await chunkOf(known, "protobuf") !== text);
});
