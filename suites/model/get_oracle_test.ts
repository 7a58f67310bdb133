import { assertEquals } from "@std/assert";
import { type GetRead, verifyGet } from "./get_oracle.ts";
import { changes, deleted, smallHistory } from "./small_history.ts";
import { WriteTimeline } from "./timeline.ts";

const WRITES = [1, 2, 3, 4, 5, 6].map((position) => ({
  position,
  began: position * 10,
  ended: position * 10 + 5,
}));

function found(position: number, facts: Partial<GetRead>): string[] {
  const read: GetRead = {
    began: position * 10 + 6,
    ended: position * 10 + 8,
    key: "one/a",
    freshness: { kind: "most recent" },
    cell: "resource-versions.get-unset-most-recent",
    object: undefined,
    ...facts,
  };
  return verifyGet(smallHistory(), new WriteTimeline(WRITES, 6), read).discrepancies
    .map(({ requirement }) => requirement);
}

const [first, , third, , , sixth] = changes().map(({ object }) => object);

Deno.test("the newest state is accepted, absence too", () => {
  assertEquals(found(1, { object: first }), []);
  assertEquals(found(3, { object: third }), []);
  assertEquals(found(4, { object: undefined }), []);
});

Deno.test("a stale answer is found, an absence that is over too", () => {
  assertEquals(found(3, { object: first }), ["resource-versions.get-unset-most-recent"]);
  assertEquals(found(6, { object: undefined }), ["resource-versions.get-unset-most-recent"]);
});

Deno.test("an answer of the future is found", () => {
  const any = { freshness: { kind: "any" }, cell: "resource-versions.get-zero-any" } as const;
  assertEquals(found(2, { object: third, ...any }), ["resource-versions.get-zero-any"]);
});

Deno.test("at version 0 any past state is accepted", () => {
  const any = { freshness: { kind: "any" }, cell: "resource-versions.get-zero-any" } as const;
  for (const object of [undefined, first, third, sixth]) {
    assertEquals(found(6, { object, ...any }), []);
  }
});

Deno.test("an answer older than the version named is found", () => {
  const facts = {
    freshness: { kind: "not older than", version: "x" },
    cell: "resource-versions.get-other-not-older",
  } as const;
  assertEquals(found(6, { object: third, ...facts }), []);
  assertEquals(found(6, { object: undefined, ...facts }), []);
  assertEquals(found(6, { object: first, ...facts }), ["resource-versions.get-other-not-older"]);
});

Deno.test("the same content under another version is found", () => {
  assertEquals(found(3, { object: deleted(third!, "m") }), [
    "resource-versions.unchanged-keeps-version",
  ]);
});
