/**
 * Objects whose name or namespace is missing or differs from the request path.
 *
 * @module
 */
import { type Check, everyType, example, Violation } from "../../check.ts";
import { metadataOf, namespaceOf } from "../../model/object.ts";
import type { HttpRequest, JsonObject } from "../../client/http_client.ts";
import type { RequirementId } from "../../catalogue.ts";
import { namespacedTypesOf, type ResourceType, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects } from "../../session/objects.ts";
import { expectError } from "../../session/violation.ts";

const facts = (requirement: RequirementId, title: string) =>
  ({ title, requirements: [requirement] }) as const;

/** Checks of names and namespaces in path and body. */
export const PATH_AND_BODY: readonly Check[] = [
  example({
    id: "metadata/name-required",
    ...facts(
      "metadata.name-required",
      "A create with neither `name` nor `generateName` is rejected with a 4xx Status",
    ),
    run: (scope) =>
      forEachType(scope, typesOf(scope.target), async (objects) => {
        const response = await objects.post(objects.newObject("object", { name: null }));
        expectError("metadata.name-required", response);
      }),
  }),
  example({
    id: "metadata/namespace-from-path",
    ...facts(
      "metadata.namespace-from-path",
      "An object without `metadata.namespace` is created in the namespace of the path",
    ),
    run: (scope) =>
      forEachType(scope, namespacedTypesOf(scope.target), async (objects) => {
        const object = objects.newObject("object");
        const { namespace: _namespace, ...metadata } = metadataOf(object);
        const path = objects.collectionOf(object);
        const body = { ...object, metadata };
        const created = accepted(
          await scope.send({ method: "POST", path, body }),
          "the create request was rejected",
        );
        if (namespaceOf(created) === namespaceOf(object)) return;
        throw new Violation("metadata.namespace-from-path", {
          expected: namespaceOf(object),
          actual: namespaceOf(created) || "no namespace",
        });
      }),
  }),
  example({
    id: "metadata/other-namespace-rejected",
    ...facts(
      "metadata.other-namespace-rejected",
      "An object whose `metadata.namespace` differs from the path is rejected with a 4xx Status",
    ),
    run: (scope) =>
      forEachType(scope, namespacedTypesOf(scope.target), async (objects) => {
        const object = objects.newObject("object");
        const path = objects.collectionOf(object);
        const metadata = { ...metadataOf(object), namespace: "plumbline-nowhere" };
        const body = { ...object, metadata };
        const response = await scope.send({ method: "POST", path, body });
        expectError("metadata.other-namespace-rejected", response);
        const created = await objects.create(object);
        for (const write of writesOf(created, { namespace: "plumbline-nowhere" })) {
          const response = await scope.send({ path: objects.pathOf(created), ...write });
          expectError("metadata.other-namespace-rejected", response);
        }
      }),
  }),
  example({
    id: "metadata/other-name-rejected",
    ...facts(
      "metadata.other-name-rejected",
      "An update or patch whose `metadata.name` differs from the path is rejected with a 4xx Status",
    ),
    run: (scope) =>
      forEachType(scope, typesOf(scope.target), async (objects) => {
        const created = await objects.create(objects.newObject("object"));
        for (const write of writesOf(created, { name: scope.name("other", objects.type) })) {
          const response = await scope.send({ path: objects.pathOf(created), ...write });
          expectError("metadata.other-name-rejected", response);
        }
      }),
  }),
];

/** Returns an update and patches that set metadata of an object. */
function writesOf(object: JsonObject, changed: JsonObject): Omit<HttpRequest, "path">[] {
  const { apiVersion, kind } = object;
  const { name } = metadataOf(object);
  const [[field, value] = ["", ""]] = Object.entries(changed);
  return [
    { method: "PUT", body: { ...object, metadata: { ...metadataOf(object), ...changed } } },
    {
      method: "PATCH",
      headers: { "content-type": "application/merge-patch+json" },
      body: { metadata: changed },
    },
    {
      method: "PATCH",
      headers: { "content-type": "application/json-patch+json" },
      body: [{ op: "replace", path: `/metadata/${field}`, value }],
    },
    {
      method: "PATCH",
      headers: { "content-type": "application/apply-patch+yaml" },
      query: { fieldManager: "plumbline", force: "true" },
      body: { apiVersion: apiVersion!, kind: kind!, metadata: { name: name!, ...changed } },
    },
  ];
}

function forEachType(
  scope: Scope,
  types: readonly ResourceType[],
  run: (objects: Objects) => Promise<void>,
): Promise<void> {
  return everyType(scope, types, (type) => run(new Objects(scope, type)));
}
