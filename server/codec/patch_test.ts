import { assertEquals, assertThrows } from "@std/assert";
import jsonPatches from "../../fixtures/patches/json_patch.json" with { type: "json" };
import mergePatches from "../../fixtures/patches/merge_patch.json" with { type: "json" };
import { ApiError } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";
import { applyJsonPatch, applyMergePatch } from "./patch.ts";

type JsonPatchCase = readonly [name: string, document: Json, patch: JsonObject[], result?: Json];

Deno.test("JSON patches give the results of the public table", () => {
  for (
    const [name, document, patch, result] of jsonPatches as unknown as readonly JsonPatchCase[]
  ) {
    const before = structuredClone(document);
    // The rows' documents are of any type, those of the server are objects.
    const apply = () => applyJsonPatch(document as JsonObject, patch);
    if (result === undefined) assertThrows(apply, ApiError);
    else assertEquals(apply(), result, name);
    assertEquals(document, before, `${name} does not change the document`);
  }
});

Deno.test("a move beyond the end of a list is rejected", () => {
  const move = (path: string) => [{ op: "move", from: "/a/0", path }];
  assertEquals(applyJsonPatch({ a: [1, 2, 3] }, move("/a/2")), { a: [2, 3, 1] });
  assertEquals(applyJsonPatch({ a: [1, 2, 3] }, move("/a/-")), { a: [2, 3, 1] });
  assertThrows(() => applyJsonPatch({ a: [1, 2, 3] }, move("/a/3")), ApiError);
});

Deno.test("a move into its own child is rejected, a move onto itself changes nothing", () => {
  const content = { a: { b: 1 } };
  assertThrows(
    () => applyJsonPatch(content, [{ op: "move", from: "/a", path: "/a/c" }]),
    ApiError,
  );
  assertEquals(applyJsonPatch(content, [{ op: "move", from: "/a", path: "/a" }]), content);
});

// Found by deno task fuzz --seed 475141 --path 167:2:1:1:6:6:6:6:6:6:6:6:6:6:6:6
Deno.test("a test of long lists compares them, whether they are equal or not", () => {
  const list = (last: string) => [...Array.from({ length: 20_000 }, (_, at) => `item ${at}`), last];
  const content = { list: list("a") };
  const test = (value: Json) => [{ op: "test", path: "/list", value }];
  assertEquals(applyJsonPatch(content, test(list("a"))), content);
  for (const other of [list("b"), list("a").reverse()]) {
    assertThrows(() => applyJsonPatch(content, test(other)), ApiError, "Test failed");
  }
});

Deno.test("inherited members and a list's length are not members", () => {
  const content = { a: { b: 1 }, c: [1, 2], d: "text" };
  const refused = [
    { op: "move", from: "/toString", path: "/a/b" },
    { op: "copy", from: "/a/constructor", path: "/a/c" },
    { op: "test", path: "/c/length", value: 2 },
    { op: "test", path: "/d/length", value: 4 },
    { op: "remove", path: "/c/length" },
    { op: "replace", path: "/a/valueOf", value: 1 },
    { op: "add", path: "/constructor/prototype/x", value: 1 },
    { op: "add", path: "/__proto__/x", value: 1 },
    { op: "remove", path: "/a/__proto__" },
  ];
  for (const operation of refused) {
    assertThrows(() => applyJsonPatch(content, [operation]), ApiError, "no member");
  }
  const added = applyJsonPatch(content, [{ op: "add", path: "/a/toString", value: 2 }]);
  assertEquals(added, { ...content, a: { b: 1, toString: 2 } });
});

Deno.test("members that an operation does not define are not read", () => {
  const content = { a: { b: 1 }, c: [1] };
  const apply = (operation: JsonObject) => applyJsonPatch(content, [operation]);
  assertEquals(apply({ op: "remove", path: "/c", from: "/nowhere", value: 1 }), { a: { b: 1 } });
  assertEquals(apply({ op: "add", path: "/c/-", value: 2, from: "c" }), { ...content, c: [1, 2] });
  assertEquals(apply({ op: "copy", from: "/c/0", path: "/a/b", value: 7 }), content);
  assertEquals(apply({ op: "test", path: "/c", value: [1], from: "/x", extra: {} }), content);
});

Deno.test("a from that is no text is rejected as a malformed patch in every operation", () => {
  for (const from of [7, false, ["/a"]]) {
    const operation = { op: "add", path: "/b", value: 1, from };
    const error = assertThrows(() => applyJsonPatch({ a: 1 }, [operation]), ApiError);
    assertEquals(error.reason, "BadRequest");
  }
});

Deno.test("a test for null passes where the member is absent, if the caller asks for that", () => {
  const content = { a: { b: 1 }, c: [1] };
  const test = (path: string, value: Json = null) => [{ op: "test", path, value }];
  const apply = (patch: unknown) => applyJsonPatch(content, patch, { absentIsNull: true });
  assertEquals(apply(test("/a/c")), content);
  assertThrows(() => applyJsonPatch(content, test("/a/c")), ApiError, "no member");
  for (const patch of [test("/a/b"), test("/a/c", 1), test("/x/y"), test("/c/1"), test("/a/b/c")]) {
    assertThrows(() => apply(patch), ApiError);
  }
});

// Found by deno task check --only secrets/unusual-keys --seed 1
Deno.test("a member may have the name of the prototype", () => {
  const operation = (value: string) => [{ op: "add", path: "/a/__proto__", value }];
  const once = applyJsonPatch({ a: { b: 1 } }, operation("c")) as JsonObject;
  assertEquals(JSON.stringify(once), '{"a":{"b":1,"__proto__":"c"}}');
  const twice = applyJsonPatch(once, operation("d")) as JsonObject;
  assertEquals(JSON.stringify(twice), '{"a":{"b":1,"__proto__":"d"}}');
  const removed = applyJsonPatch(twice, [{ op: "remove", path: "/a/__proto__" }]);
  assertEquals(JSON.stringify(removed), '{"a":{"b":1}}');
});

type MergePatchCase = readonly [document: Json, patch: Json, result: Json];

Deno.test("merge patches give the results of the table of RFC 7396", () => {
  for (const [document, patch, result] of mergePatches as unknown as readonly MergePatchCase[]) {
    const before = structuredClone(document);
    assertEquals(applyMergePatch(document, patch), result, JSON.stringify(patch));
    assertEquals(document, before);
  }
});

Deno.test("a patch that copies more than its limit is rejected with 413", () => {
  const copies = (count: number) =>
    Array.from({ length: count }, () => ({ op: "copy", from: "/a", path: "/b" }));
  const content = { a: "x".repeat(100_000), b: "" };
  assertEquals(applyJsonPatch(content, copies(10)), { a: content.a, b: content.a });
  const error = assertThrows(() => applyJsonPatch(content, copies(11)), ApiError);
  assertEquals(error.reason, "RequestEntityTooLarge");
});

Deno.test("a patch whose pointers have too many parts is rejected with 413", () => {
  const removals = (parts: number) => [{ op: "remove", path: "/a".repeat(parts) }];
  const within = assertThrows(() => applyJsonPatch({}, removals(200_000)), ApiError);
  assertEquals(within.reason, "Invalid");
  const beyond = assertThrows(() => applyJsonPatch({}, removals(200_001)), ApiError);
  assertEquals(beyond.reason, "RequestEntityTooLarge");
});
