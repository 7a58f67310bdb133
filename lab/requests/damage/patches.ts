/**
 * Generates patches: operations of JSON patch, and parts of objects with the directives of strategic merges.
 *
 * @module
 */
import fc from "fast-check";
import { anyJson, damaged, put } from "./json.ts";
import type { Json, JsonObject } from "@plumbline/server/api";

const POINTERS = [
  "",
  "/",
  "/metadata",
  "/metadata/name",
  "/metadata/labels/a",
  "/metadata/labels/example.com~1tier",
  "/metadata/finalizers/-",
  "/metadata/managedFields",
  "/metadata/managedFields/0/fieldsV1",
  "/data",
  "/spec",
  "/spec/replicas",
  "/spec/template/spec/containers/0",
  "/spec/template/spec/containers/-",
  "/rules/-",
  "/rules/0/verbs/00",
  "/rules/99999999999999999999",
  "/status",
  "/__proto__/a",
  "/constructor/prototype",
  "/toString",
  "/a~2",
  "/a~",
  "x",
];

const pointer = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...POINTERS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }).map((text) => `/${text}`) },
);

const operation = fc.record({
  op: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom("add", "remove", "replace", "move", "copy", "test") },
    { weight: 1, arbitrary: fc.constantFrom<Json>("", "constructor", "ADD", null, 1) },
  ),
  path: pointer,
  from: pointer,
  value: anyJson,
}, { requiredKeys: ["op", "path"] });

/** Generates JSON patches, some of them long ones that copy. */
export const jsonPatch: fc.Arbitrary<Json> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.array(operation, { maxLength: 5 }).map((operations) => operations as Json),
  },
  {
    weight: 1,
    arbitrary: fc.nat(60).map((count) =>
      Array(count).fill({ op: "copy", from: "/metadata", path: "/metadata/annotations" })
    ),
  },
);

const DIRECTIVES: readonly (readonly [string, Json])[] = [
  ["$patch", "replace"],
  ["$patch", "delete"],
  ["$patch", "merge"],
  ["$patch", "other"],
  ["$retainKeys", ["name", "type"]],
  ["$retainKeys", "name"],
  ["$deleteFromPrimitiveList/finalizers", ["example.com/a"]],
  ["$deleteFromPrimitiveList/finalizers", 1],
  ["$setElementOrder/containers", [{ name: "main" }, { name: "b" }]],
  ["$setElementOrder/finalizers", ["b", "a"]],
  ["$setElementOrder/containers", [{}]],
  ["$setElementOrder/none", null],
];

/** Generates parts of an object with damage and a strategic merge directive. */
export const mergePatch = (object: JsonObject): fc.Arbitrary<Json> =>
  fc.tuple(
    damaged(object),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...DIRECTIVES)), {
      maxLength: 2,
    }),
    fc.nat(),
  ).map(([patch, directives, at]) => {
    const part = partOf(patch, at);
    for (const [place, [key, value]] of directives) direct(part, place, key, value);
    return part;
  });

/** The whole object, its metadata only, or the rest only. */
function partOf(patch: Json, at: number): Json {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const { metadata = null, ...rest } = patch;
  return [patch, { metadata }, rest][at % 3]!;
}

function direct(patch: Json, at: number, key: string, value: Json): void {
  const holders: JsonObject[] = [];
  const visit = (node: Json) => {
    if (typeof node !== "object" || node === null) return;
    if (!Array.isArray(node)) holders.push(node);
    Object.values(node).forEach((inner) => visit(inner as Json));
  };
  visit(patch);
  const holder = holders[at % Math.max(holders.length, 1)];
  if (holder) put(holder, key, value);
}

const FIELDS: readonly Json[] = [
  {},
  { "f:metadata": { "f:labels": { ".": {}, "f:a": {} } } },
  { "f:spec": { "f:template": { 'k:{"name":"main"}': {} } } },
  { 'v:"a"': {}, "i:0": {}, "k:{": {}, "x": {} },
  { "f:metadata": null },
];

const managedEntry = fc.record({
  manager: fc.constantFrom<Json>("m", "", "a".repeat(200), 1),
  operation: fc.constantFrom<Json>("Apply", "Update", "Other", ""),
  apiVersion: fc.constantFrom<Json>("v1", "apps/v1", "none/v9", ""),
  time: fc.constantFrom<Json>("2026-11-21T00:00:00Z", "x", null),
  fieldsType: fc.constantFrom<Json>("FieldsV1", "FieldsV2", ""),
  fieldsV1: fc.oneof(fc.constantFrom(...FIELDS), anyJson),
  subresource: fc.constantFrom<Json>("", "status"),
}, { requiredKeys: [] });

/** Generates objects with malformed managedFields. */
export const withManagers = (object: JsonObject): fc.Arbitrary<Json> =>
  fc.tuple(damaged(object), fc.array(managedEntry, { maxLength: 3 })).map(([whole, entries]) => {
    const { metadata } = whole as JsonObject;
    const isObject = typeof metadata === "object" && metadata !== null && !Array.isArray(metadata);
    if (isObject) put(metadata, "managedFields", entries as Json);
    return whole;
  });
