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

Deno.test("fields of the spec are set one by one, other fields as a whole", () => {
  assertEquals(editsOf({ spec: { a: 1, b: 2 }, data: { c: "d" } }), [
    { path: ["spec", "a"], value: 1 },
    { path: ["spec", "b"], value: 2 },
    { path: ["data"], value: { c: "d" } },
  ]);
});
