import { assertEquals } from "@std/assert";
import { describeBoth, repeatedKey, shortened } from "./list_oracle.ts";
import type { JsonObject } from "../client/http_client.ts";
import { type Page, type PagedList, verifyPages } from "./page_oracle.ts";
import type { History } from "./history.ts";
import { itemsAt, smallHistory, VERSIONS } from "./small_history.ts";
import { WriteTimeline } from "./timeline.ts";

/** Six writes one after the other: the nth is under way between the ticks 10n and 10n + 5. */
const WRITES = [1, 2, 3, 4, 5, 6].map((position) => ({
  position,
  began: position * 10,
  ended: position * 10 + 5,
}));

/** A list without a limit: a walk of one page. */
type ListRead =
  & Omit<Page, "limit" | "token" | "remaining">
  & Omit<PagedList, "pages" | "exclusive">;

function verifyList(past: History, timeline: WriteTimeline, read: ListRead) {
  const page = { ...read, limit: undefined, token: undefined, remaining: undefined };
  return verifyPages(past, timeline, { ...read, pages: [page], exclusive: false });
}

/** A list sent when so many writes were answered, and answered before the next was sent. */
function listAt(position: number, facts: Partial<ListRead> = {}): ListRead {
  return {
    began: position * 10 + 6,
    ended: position * 10 + 8,
    selection: {},
    freshness: { kind: "most recent" },
    cell: "resource-versions.list-plain-whole-unset",
    version: position === 0 ? "s" : VERSIONS[position - 1]!,
    items: itemsAt(position),
    ...facts,
  };
}

function found(read: ListRead): string[] {
  const { discrepancies } = verifyList(smallHistory(), new WriteTimeline(WRITES, 6), read);
  // What follows from the first one may be found as well.
  return discrepancies.slice(0, 1).map(({ requirement }) => requirement);
}

Deno.test("a list of the newest state under its version is accepted at every moment", () => {
  for (let position = 0; position <= 6; position++) assertEquals(found(listAt(position)), []);
});

Deno.test("apiVersion and kind may be missing in items", () => {
  const bare = (item: JsonObject) => {
    const { apiVersion: _apiVersion, kind: _kind, ...rest } = item;
    return rest;
  };
  assertEquals(found(listAt(3, { items: itemsAt(3).map(bare) })), []);
});

Deno.test("a version that names no change is accepted, and remembered", () => {
  const past = smallHistory();
  const timeline = new WriteTimeline(WRITES, 6);
  const read = listAt(3, { version: "between" });
  assertEquals(verifyList(past, timeline, read).discrepancies, []);
  assertEquals(past.positionsOf("between"), [3]);
  const later = listAt(5, { version: "between" });
  const again = verifyList(past, timeline, later).discrepancies.map(({ requirement }) =>
    requirement
  );
  assertEquals(again, ["resource-versions.list-version-names-state"]);
});

Deno.test("a stale most recent list is found", () => {
  const stale = { version: VERSIONS[1]!, items: itemsAt(2) };
  assertEquals(found(listAt(5, stale)), ["resource-versions.list-plain-whole-unset"]);
});

Deno.test("at version 0 the same list is accepted", () => {
  const stale = { version: VERSIONS[1]!, items: itemsAt(2), freshness: { kind: "any" } as const };
  assertEquals(found(listAt(5, stale)), []);
});

Deno.test("a list of the future is found, even at version 0", () => {
  const early = { version: VERSIONS[2]!, items: itemsAt(3), freshness: { kind: "any" } as const };
  assertEquals(found(listAt(2, early)), ["resource-versions.list-plain-whole-unset"]);
});

Deno.test("a label one ahead of its state is found", () => {
  const read = listAt(2, { ended: 55, version: VERSIONS[2]! });
  assertEquals(found(read), ["resource-versions.list-version-names-state"]);
});

Deno.test("a version that names an earlier state with the same selected objects is accepted", () => {
  // The changes at positions 3 and 4 are of the other namespace.
  const past = smallHistory();
  const timeline = new WriteTimeline(WRITES, 6);
  const selection = { namespace: "two" };
  const items = itemsAt(4).filter(({ metadata }) => (metadata as JsonObject).namespace === "two");
  const read = listAt(4, { selection, items, version: VERSIONS[1]! });
  assertEquals(verifyList(past, timeline, read).discrepancies, []);
  assertEquals(past.positionsOf(VERSIONS[1]!), [2]);
});

Deno.test("a version that names an earlier state with other selected objects is found", () => {
  const selection = { namespace: "two" };
  const items = itemsAt(5).filter(({ metadata }) => (metadata as JsonObject).namespace === "two");
  const read = listAt(5, { selection, items, version: VERSIONS[1]! });
  assertEquals(found(read), ["resource-versions.list-version-names-state"]);
});

Deno.test("an item of a newer version than the rest is found", () => {
  const [first] = itemsAt(1);
  const [changed] = itemsAt(5);
  assertEquals(found(listAt(5, { items: [first!, changed!] })), [
    "resource-versions.list-is-one-snapshot",
  ]);
});

Deno.test("an item under the list's version instead of its own is found", () => {
  const items = itemsAt(2).map((item) => ({
    ...item,
    metadata: { ...item.metadata as JsonObject, resourceVersion: "c" },
  }));
  assertEquals(found(listAt(2, { items })), ["resource-versions.items-carry-own-version"]);
});

Deno.test("an item of another content at the same version is described by what differs", () => {
  const [first, ...rest] = itemsAt(2);
  const changed = { ...first!, metadata: { ...first!.metadata as JsonObject, uid: "another" } };
  const { expected, actual } = describeBoth(itemsAt(2), [changed, ...rest]);
  assertEquals([expected, actual].map((text) => text.split(", with metadata.")[1]), [
    'uid: "uid-a"',
    'uid: "another"',
  ]);
});

Deno.test("a lost item and an item twice are found", () => {
  assertEquals(found(listAt(3, { items: itemsAt(3).slice(1) })).length, 1);
  const twice = [...itemsAt(3), itemsAt(3)[0]!];
  assertEquals(found(listAt(3, { items: twice })), ["resource-versions.list-is-one-snapshot"]);
});

Deno.test("a list without a version, or an item without one, is found", () => {
  assertEquals(found(listAt(3, { version: undefined })), [
    "resource-versions.collection-carries-version",
  ]);
  const bare = itemsAt(3).map((item) => ({ ...item, metadata: { name: "a", namespace: "one" } }));
  assertEquals(found(listAt(3, { items: bare.slice(0, 1) })), [
    "resource-versions.object-carries-version",
  ]);
});

Deno.test("a list over all namespaces without one of them is found", () => {
  const one = itemsAt(3).filter((item) => (item.metadata as JsonObject).namespace === "one");
  assertEquals(found(listAt(3, { items: one })), ["resource-versions.list-all-namespaces"]);
});

Deno.test("a list of one namespace with another is found", () => {
  const read = listAt(3, { selection: { namespace: "one" } });
  assertEquals(found(read), ["resource-versions.list-one-namespace"]);
});

Deno.test("an item that no selector picks is found, by labels and by fields", () => {
  const labels = [{ key: "group", operator: "=", value: "b" }] as const;
  assertEquals(found(listAt(3, { selection: { labels } })), [
    "resource-versions.list-label-selector",
  ]);
  const fields = [{ field: "metadata.name", operator: "=", value: "b" }] as const;
  assertEquals(found(listAt(3, { selection: { fields } })), [
    "resource-versions.list-field-selector",
  ]);
});

Deno.test("an exact list must be of the version named", () => {
  const cell = "resource-versions.list-exact-whole-other";
  const exact = (version: string) => ({ kind: "exact", version } as const);
  const read = listAt(5, { cell, version: VERSIONS[1]!, items: itemsAt(2) });
  assertEquals(found({ ...read, freshness: exact(VERSIONS[1]!) }), []);
  assertEquals(found({ ...read, freshness: exact(VERSIONS[2]!) }), [cell]);
});

Deno.test("a list not older than a version must not be older", () => {
  const cell = "resource-versions.list-plain-whole-other";
  const notOlder = (version: string) => ({ kind: "not older than", version } as const);
  const read = listAt(5, { cell, version: VERSIONS[2]!, items: itemsAt(3) });
  assertEquals(found({ ...read, freshness: notOlder(VERSIONS[2]!) }), []);
  assertEquals(found({ ...read, freshness: notOlder(VERSIONS[3]!) }), [cell]);
});

Deno.test("of lists with many items only those that differ are described", () => {
  const items = Array.from({ length: 60 }, (_, index): JsonObject => ({
    metadata: { name: `o${index}`, resourceVersion: "1" },
  }));
  const { expected, actual } = describeBoth(items, items.slice(0, -2));
  assertEquals(expected, "60 items, with /o58 at 1, /o59 at 1");
  assertEquals(actual, "58 items, without them");
  assertEquals(describeBoth(items, [...items, ...items.slice(3, 4)]).actual, "61 items");
  assertEquals(repeatedKey([...items, ...items.slice(3, 4)]), "/o3");
  assertEquals(shortened(items.map((_, index) => `${index}`)).endsWith("9, … (60 in all)"), true);
});
