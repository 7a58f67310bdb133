import { assertEquals } from "@std/assert";
import { edited, editsOf, jsonPatchOf, mergePatchOf } from "./edits.ts";

const EDITS = [
  { path: ["metadata", "labels", "a/b"], value: "new" },
  { path: ["spec", "paused"] },
];

Deno.test("edits set and remove fields, and leave the others", () => {
  const object = { kind: "K", metadata: { name: "n" }, spec: { paused: true, replicas: 1 } };
  assertEquals(edited(object, EDITS), {
    kind: "K",
    metadata: { name: "n", labels: { "a/b": "new" } },
    spec: { replicas: 1 },
  });
  assertEquals(object.spec.paused, true);
});

Deno.test("edits are written as a merge patch and as a JSON patch", () => {
  assertEquals(mergePatchOf(EDITS), {
    metadata: { labels: { "a/b": "new" } },
    spec: { paused: null },
  });
  assertEquals(jsonPatchOf(EDITS), [
    { op: "add", path: "/metadata/labels/a~1b", value: "new" },
    { op: "remove", path: "/spec/paused" },
  ]);
});

Deno.test("a merge patch is edits of single fields, and null removes those that are there", () => {
  const patch = { spec: { a: 1, b: null, c: null }, data: { d: "e", f: null } };
  assertEquals(editsOf(patch, { spec: { a: 0, b: 2 } }), [
    { path: ["spec", "a"], value: 1 },
    { path: ["spec", "b"] },
    { path: ["data"], value: { d: "e" } },
  ]);
});
