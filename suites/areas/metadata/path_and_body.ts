/**
 * Objects whose name or namespace is missing or differs from the request path.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { metadataOf, nameOf, namespaceOf } from "../../model/object.ts";
import type { HttpRequest, JsonObject } from "../../client/http_client.ts";
import { namespacedTypesOf } from "../../resources/mod.ts";
import type { Objects } from "../../session/objects.ts";
import { anError, anObject, anObjectWith, forEveryType } from "../../session/for_every_type.ts";

/** Returns a write that sets metadata of an object. */
type Write = (objects: Objects, object: JsonObject, changed: JsonObject) => HttpRequest;

const WRITES: readonly Write[] = [
  (objects, object, changed) => ({
    method: "PUT",
    path: objects.pathOf(object),
    body: { ...object, metadata: { ...metadataOf(object), ...changed } },
  }),
  (objects, object, changed) => ({
    method: "PATCH",
    path: objects.pathOf(object),
    headers: { "content-type": "application/merge-patch+json" },
    body: { metadata: changed },
  }),
  (objects, object, changed) => ({
    method: "PATCH",
    path: objects.pathOf(object),
    headers: { "content-type": "application/json-patch+json" },
    body: Object.entries(changed).map(([field, value]) => ({
      op: "replace",
      path: `/metadata/${field}`,
      value,
    })),
  }),
  (objects, object, changed) => ({
    method: "PATCH",
    path: objects.pathOf(object),
    headers: { "content-type": "application/apply-patch+yaml" },
    query: { fieldManager: "plumbline", force: "true" },
    body: {
      apiVersion: object.apiVersion!,
      kind: object.kind!,
      metadata: { name: nameOf(object), ...changed },
    },
  }),
];

/** Returns a create of another object. */
const createOf: Write = (objects, _object, changed) => {
  const other = objects.newObject("other");
  return {
    method: "POST",
    path: objects.collectionOf(other),
    body: { ...other, metadata: { ...metadataOf(other), ...changed } },
  };
};

/** Checks of names and namespaces in path and body. */
export const PATH_AND_BODY: readonly Check[] = [
  forEveryType("metadata/name-required", {
    title: "A create with neither `name` nor `generateName` is rejected with a 4xx Status",
    verifies: "metadata.name-required",
    send: ({ objects }) => objects.post(objects.newObject("object", { name: null })),
    expect: [anError()],
  }),
  forEveryType("metadata/namespace-from-path", {
    title: "An object without `metadata.namespace` is created in the namespace of the path",
    verifies: "metadata.namespace-from-path",
    types: namespacedTypesOf,
    send: ({ scope, objects }) => {
      const object = objects.newObject("object");
      const { namespace: _namespace, ...metadata } = metadataOf(object);
      const path = objects.collectionOf(object);
      return scope.send({ method: "POST", path, body: { ...object, metadata } });
    },
    expect: [
      anObjectWith(
        ({ scope }) => scope.namespaces[0]!,
        (object) => namespaceOf(object) || "no namespace",
      ),
    ],
  }),
  forEveryType("metadata/other-namespace-rejected", {
    title:
      "An object whose `metadata.namespace` differs from the path is rejected with a 4xx Status",
    verifies: "metadata.other-namespace-rejected",
    types: namespacedTypesOf,
    given: anObject(),
    cases: [createOf, ...WRITES],
    send: ({ scope, objects, created }, write) =>
      scope.send(write(objects, created, { namespace: "plumbline-nowhere" })),
    expect: [anError()],
  }),
  forEveryType("metadata/other-name-rejected", {
    title:
      "An update or patch whose `metadata.name` differs from the path is rejected with a 4xx Status",
    verifies: "metadata.other-name-rejected",
    given: anObject(),
    cases: WRITES,
    send: ({ scope, objects, created }, write) =>
      scope.send(write(objects, created, { name: scope.name("other", objects.type) })),
    expect: [anError()],
  }),
];
