/**
 * Tests of embedded objects.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Json, JsonObject } from "@plumbline/server/api";
import { withServer } from "@plumbline/reference/testing";
import { assertRefused } from "@plumbline/server/testing";
import { validateEmbedded } from "./embedded_objects.ts";

const EMBEDDED = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
} as const;

const SCHEMA = {
  type: "object",
  properties: {
    one: EMBEDDED,
    list: { type: "array", items: EMBEDDED },
    map: { type: "object", additionalProperties: EMBEDDED },
  },
} as const;

const fieldsOf = (value: Json) => validateEmbedded(value, SCHEMA).map(({ field }) => field);

const withMeta = (metadata: JsonObject) =>
  fieldsOf({ one: { apiVersion: "v1", kind: "Some", metadata } })
    .map((field) => field?.replace("one.metadata.", ""));

Deno.test("embedded objects have an apiVersion and a kind, in lists and maps too", () => {
  assertEquals(fieldsOf({ one: {}, list: [{ apiVersion: "v1" }], map: { "a.b": { kind: "A" } } }), [
    "one.apiVersion",
    "one.kind",
    "list[0].kind",
    "map[a.b].apiVersion",
  ]);
  const typeOf = (apiVersion: string, kind: string) => fieldsOf({ one: { apiVersion, kind } });
  assertEquals(typeOf("a/b/c", "9 a"), ["one.apiVersion", "one.kind"]);
  assertEquals(typeOf("", ""), ["one.apiVersion", "one.kind"]);
  assertEquals(typeOf("a/b", "ConfigMap"), []);
});

Deno.test("the metadata of an embedded object is validated, and needs no name", () => {
  assertEquals(withMeta({}), []);
  assertEquals(withMeta({ name: "Not Valid", generateName: "Any-", finalizers: ["hold"] }), []);
  assertEquals(withMeta({ name: "a/b", namespace: "a.b", generation: -1 }), [
    "name",
    "namespace",
    "generation",
  ]);
  assertEquals(withMeta({ labels: { "bad key": "" }, annotations: { "bad key": "" } }), [
    "labels",
    "annotations",
  ]);
  assertEquals(withMeta({ finalizers: ["orphan", "foregroundDeletion"] }), ["finalizers"]);
  assertEquals(withMeta({ ownerReferences: [{ apiVersion: "a/b/c", kind: "", name: "x" }] }), [
    "ownerReferences.apiVersion",
    "ownerReferences.kind",
    "ownerReferences.uid",
  ]);
});

Deno.test("the managedFields of an embedded object have an operation and a type of fields", () => {
  const managedFields = [
    { operation: "Apply", fieldsType: "FieldsV1" },
    { fieldsType: "Other" },
    { operation: "Other" },
  ];
  assertEquals(withMeta({ managedFields }), [
    "managedFields[1].operation",
    "managedFields[1].fieldsType",
    "managedFields[2].operation",
  ]);
});

Deno.test("an embedded object whose type is no text cannot be decoded; metadata may be null", async () => {
  await withServer(async (server) => {
    const body = {
      metadata: { name: "holders.acme.example" },
      spec: {
        group: "acme.example",
        scope: "Cluster",
        names: { plural: "holders", kind: "Holder" },
        versions: [{
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { one: EMBEDDED } } },
        }],
      },
    };
    await server.must("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body });
    const create = (one: JsonObject) =>
      server.ask("POST", "/apis/acme.example/v1/holders", {
        body: { apiVersion: "acme.example/v1", kind: "Holder", metadata: { name: "a" }, one },
      });
    assertRefused(await create({ apiVersion: 7, kind: "Some" }), "BadRequest");
    assertRefused(await create({ apiVersion: "v1", kind: null }), "BadRequest");
    assertRefused(await create({ apiVersion: "v1", kind: "Some", metadata: 7 }), "BadRequest");
    const created = await create({ apiVersion: "v1", kind: "Some", metadata: null });
    assertEquals([created.status, created.body.one.metadata], [201, {}]);
  }, { dialect: "kubernetes" });
});
