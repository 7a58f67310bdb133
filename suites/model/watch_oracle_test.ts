import { assertEquals } from "@std/assert";
import type { JsonObject, WatchDocument } from "../client/http_client.ts";
import type { Selection } from "./selection.ts";
import { changes, deleted, documents, smallHistory, smallObject } from "./small_history.ts";
import { verifyWatch, type WatchRead } from "./watch_oracle.ts";

const BASE: WatchRead = {
  selection: {},
  start: { kind: "version", positions: [0] },
  documents: [],
  complete: true,
  kind: "Secret",
  apiVersion: "v1",
  bookmarks: false,
};

const GROUP_A: Selection = { labels: [{ key: "group", operator: "=", value: "a" }] };

/** What is found in a stream, by requirement. */
function found(received: readonly WatchDocument[], facts: Partial<WatchRead> = {}): string[] {
  const discrepancies = verifyWatch(smallHistory(), { ...BASE, documents: received, ...facts });
  return [...new Set(discrepancies.map(({ requirement }) => requirement))];
}

function bookmark(version: string, more: JsonObject = {}): WatchDocument {
  const metadata = { resourceVersion: version, creationTimestamp: null };
  return { type: "BOOKMARK", object: { apiVersion: "v1", kind: "Secret", metadata, ...more } };
}

function isIn(namespace: string, { metadata }: WatchDocument["object"]): boolean {
  return (metadata as { namespace?: string } | undefined)?.namespace === namespace;
}

function replaced(index: number, document: Partial<WatchDocument>): WatchDocument[] {
  return documents().with(index, { ...documents()[index]!, ...document });
}

Deno.test("a faithful stream is accepted from every start", () => {
  for (let position = 0; position <= 6; position++) {
    const start = { kind: "version", positions: [position] } as const;
    assertEquals(found(documents().slice(position), { start }), []);
  }
});

Deno.test("a lost event is found", () => {
  assertEquals(found(documents().toSpliced(1, 1)), ["watch.nothing-lost"]);
  assertEquals(found(documents().slice(0, -1)), ["watch.nothing-lost"]);
});

Deno.test("a lost event is called after how the watch came to be", () => {
  const gap = "watch.resumes-from-last";
  assertEquals(found(documents().toSpliced(2, 1), { gap }), [gap]);
});

Deno.test("a stream that was closed owes only what came before its last event", () => {
  assertEquals(found(documents().slice(0, 3), { complete: false }), []);
  const torn = documents().toSpliced(1, 1).slice(0, 3);
  assertEquals(found(torn, { complete: false }), ["watch.nothing-lost"]);
});

Deno.test("a duplicate is found", () => {
  assertEquals(found(documents().toSpliced(2, 0, documents()[1]!)), ["watch.nothing-twice"]);
});

Deno.test("an object's events out of order are found", () => {
  const received = documents();
  [received[0], received[2]] = [received[2]!, received[0]!];
  assertEquals(found(received).includes("watch.object-order"), true);
});

Deno.test("the events of two objects out of order are found, and are another matter", () => {
  const received = documents();
  [received[0], received[1]] = [received[1]!, received[0]!];
  assertEquals(found(received), ["watch.same-order-for-all"]);
});

Deno.test("each wrong type breaks its own requirement", () => {
  assertEquals(found(replaced(0, { type: "MODIFIED" })), ["watch.created-is-added"]);
  assertEquals(found(replaced(2, { type: "ADDED" })), ["watch.changed-is-modified"]);
  assertEquals(found(replaced(3, { type: "MODIFIED" })), ["watch.removed-is-deleted"]);
  assertEquals(found(replaced(2, { type: "CHANGED" })), ["watch.known-types"]);
});

Deno.test("a type that nobody knows does not hide what else is wrong", () => {
  const received = replaced(2, { type: "CHANGED" }).toSpliced(1, 1);
  assertEquals(found(received), ["watch.known-types", "watch.nothing-lost"]);
});

Deno.test("an event of an object in another namespace is a violation", () => {
  const elsewhere = { type: "DELETED", object: smallObject("two/z", "never") };
  const received = [...documents().filter(({ object }) => isIn("one", object)), elsewhere];
  assertEquals(found(received, { selection: { namespace: "one" } }), ["watch.one-namespace"]);
});

Deno.test("a wrong body is found", () => {
  const wrong = smallObject("one/a", "q", { labels: { group: "a" }, content: "another" });
  assertEquals(found(replaced(0, { object: wrong })), ["watch.object-is-full"]);
});

Deno.test("a deletion with other content than the last is found", () => {
  const wrong = deleted(changes()[0]!.object, "a");
  assertEquals(found(replaced(3, { object: wrong })), ["watch.deleted-carries-last-content"]);
});

Deno.test("a deletion may bear the version of the deletion or of the last content", () => {
  assertEquals(found(replaced(3, { object: changes()[2]!.object })), []);
});

Deno.test("an event without kind is found", () => {
  const { kind: _kind, ...bare } = changes()[1]!.object;
  assertEquals(found(replaced(1, { object: bare })), ["watch.object-carries-kind"]);
});

Deno.test("an event of a change that never was is found", () => {
  const never = { type: "MODIFIED", object: smallObject("one/a", "never") };
  assertEquals(found([...documents(), never]), ["watch.no-invented-events"]);
});

Deno.test("an event at or before the start is found", () => {
  const start = { kind: "version", positions: [2] } as const;
  assertEquals(found(documents().slice(1), { start }), ["watch.starts-after-version"]);
});

Deno.test("entering a selector is ADDED and leaving it DELETED with the last content in view", () => {
  const [first, second, third, , fifth, sixth] = documents();
  const left = { type: "DELETED", object: deleted(first!.object as JsonObject, "x") };
  const received = [first!, second!, left, fifth!, sixth!];
  assertEquals(found(received, { selection: GROUP_A }), []);
  assertEquals(found(received.with(2, third!), { selection: GROUP_A }), [
    "watch.leaving-selector-is-deleted",
  ]);
  assertEquals(
    found([...received, documents()[3]!], { selection: GROUP_A }).includes(
      "watch.selector-filters",
    ),
    true,
  );
});

Deno.test("an object that enters a selector by a change must be ADDED", () => {
  const selection: Selection = { labels: [{ key: "group", operator: "=", value: "b" }] };
  const entered = { ...documents()[2]!, type: "ADDED" };
  const gone = documents()[3]!;
  assertEquals(found([entered, gone], { selection }), []);
  assertEquals(found([documents()[2]!, gone], { selection }), [
    "watch.entering-selector-is-added",
  ]);
});

Deno.test("an event of another namespace is found", () => {
  const selection = { namespace: "two" };
  const own = documents().filter(({ object }) =>
    (object.metadata as JsonObject).namespace === "two"
  );
  assertEquals(found(own, { selection }), []);
  assertEquals(found([documents()[0]!, ...own], { selection }), ["watch.one-namespace"]);
});

Deno.test("a watch over all namespaces that is silent of one is found", () => {
  const own = documents().filter(({ object }) =>
    (object.metadata as JsonObject).namespace === "two"
  );
  assertEquals(found(own), ["watch.all-namespaces"]);
});

Deno.test("a start with what exists is accepted in any order and at any allowed position", () => {
  const start = {
    kind: "existing",
    positions: [1, 2, 3],
    requirement: "watch.from-zero-starts-with-existing",
  } as const;
  const [first, second] = documents();
  assertEquals(found([second!, first!, ...documents().slice(2)], { start }), []);
  assertEquals(found([second!, ...documents().slice(2)], { start }), [start.requirement]);
});

Deno.test("a closed start with what exists may be cut short", () => {
  const start = {
    kind: "existing",
    positions: [2],
    requirement: "watch.from-unset-starts-with-existing",
  } as const;
  assertEquals(found([], { start, complete: false }), []);
  assertEquals(found([documents()[1]!], { start, complete: false }), []);
  assertEquals(found([documents()[4]!], { start, complete: false }), [start.requirement]);
});

Deno.test("a correct bookmark is accepted if requested, but not required", () => {
  const received = documents().toSpliced(2, 0, bookmark("c"));
  assertEquals(found(received, { bookmarks: true }), []);
  assertEquals(found(documents(), { bookmarks: true }), []);
  assertEquals(found(documents().toSpliced(2, 0, bookmark("unheard")), { bookmarks: true }), []);
});

Deno.test("a bookmark without a request is a violation", () => {
  const received = documents().toSpliced(2, 0, bookmark("c"));
  assertEquals(found(received), ["watch.bookmark-only-on-request"]);
});

Deno.test("a bookmark that bears more than a version is found, empty fields are none", () => {
  const insert = (more: JsonObject) => documents().toSpliced(2, 0, bookmark("c", more));
  assertEquals(found(insert({ data: null, type: "" }), { bookmarks: true }), []);
  assertEquals(found(insert({ data: { a: "b" } }), { bookmarks: true }), [
    "watch.bookmark-carries-only-version",
  ]);
  const named = bookmark("c");
  const metadata = { ...named.object.metadata as JsonObject, name: "a" };
  const received = documents().toSpliced(2, 0, { ...named, object: { ...named.object, metadata } });
  assertEquals(found(received, { bookmarks: true }), ["watch.bookmark-carries-only-version"]);
});

Deno.test("an event at or before a bookmark after it is found", () => {
  const received = documents().toSpliced(2, 0, bookmark("a"));
  assertEquals(found(received, { bookmarks: true }), ["watch.bookmark-covers-what-was-sent"]);
});

Deno.test("a bookmark that falls behind what was sent is found", () => {
  const received = documents().toSpliced(4, 0, bookmark("q"));
  assertEquals(found(received, { bookmarks: true }), ["watch.bookmark-covers-what-was-sent"]);
});
