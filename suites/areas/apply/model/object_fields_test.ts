import { assertEquals } from "@std/assert";
import { fieldsOf, ownersOf, withFields } from "./object_fields.ts";

const FIELDS = new Map([["data/a", "eA=="], ["annotations/b", "y"], [
  "finalizers/x.invalid/c",
  "",
]]);

Deno.test("writes and reads fields and keeps others", () => {
  const object = withFields(
    { kind: "Secret", data: { z: "eg==" }, metadata: { name: "n" } },
    FIELDS,
  );
  assertEquals(object, {
    kind: "Secret",
    data: { a: "eA==" },
    metadata: { name: "n", annotations: { b: "y" }, finalizers: ["x.invalid/c"] },
  });
  assertEquals(fieldsOf(object), FIELDS);
  assertEquals(withFields(object, new Map()), { kind: "Secret", metadata: { name: "n" } });
});

Deno.test("reads owners from managedFields", () => {
  const record = (fieldsV1: { [key: string]: Record<string, Record<string, never>> }) => ({
    metadata: { managedFields: [{ manager: "one", operation: "Apply", fieldsV1 }] },
  });
  assertEquals(
    ownersOf(record({ "f:data": { ".": {}, "f:a": {} } })),
    new Map([["Apply one", new Set(["data/a"])]]),
  );
  assertEquals(ownersOf(record({ "f:type": {} })), new Map());
});
