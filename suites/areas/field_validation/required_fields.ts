/**
 * Checks of required fields: every write method rejects a body without them.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, example, property } from "../../check.ts";
import type { Place } from "../../model/field_injection.ts";
import { replaced } from "./model/types.ts";
import type { RequirementId } from "../../catalogue.ts";
import { RBAC_TYPES, type ResourceType, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { expectError } from "../../session/violation.ts";
import type { Feature } from "../../features.ts";
import { pathOfObject, withGeneratedName, writeRequest } from "../../session/write_request.ts";
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { rejected } from "../../session/objects.ts";

/** A required field, and its place in each resource type. */
interface Required {
  readonly field: string;
  readonly places: Readonly<Record<string, Place>>;
}

const REQUIRED: readonly Required[] = [
  { field: "deployment-selector", places: { deployments: ["spec", "selector"] } },
  { field: "deployment-template", places: { deployments: ["spec", "template"] } },
  { field: "role-binding-role-ref", places: { rolebindings: ["roleRef"] } },
  { field: "cluster-role-binding-role-ref", places: { clusterrolebindings: ["roleRef"] } },
  { field: "role-ref-api-group", places: inBindings(["roleRef", "apiGroup"]) },
  { field: "role-ref-kind", places: inBindings(["roleRef", "kind"]) },
  { field: "role-ref-name", places: inBindings(["roleRef", "name"]) },
  { field: "subject-kind", places: inBindings(["subjects", 0, "kind"]) },
  { field: "subject-name", places: inBindings(["subjects", 0, "name"]) },
  {
    field: "policy-rule-verbs",
    places: { roles: ["rules", 0, "verbs"], clusterroles: ["rules", 0, "verbs"] },
  },
];

/** Checks of required fields. */
export const REQUIRED_FIELDS: readonly Check[] = REQUIRED.map(({ field, places }) =>
  example({
    id: `field-validation/required-${field}`,
    version: 4,
    title: `A body without the required field \`${
      Object.values(places)[0]!.join(".")
    }\` is rejected`,
    requirements: [`field-validation.required-${field}` as RequirementId],
    types: Object.keys(places),
    run: async (scope) => {
      const requirement = `field-validation.required-${field}` as RequirementId;
      for (const [resource, place] of Object.entries(places)) {
        await expectRequired(scope, { requirement, resource, place });
      }
    },
  })
);

async function expectRequired(
  scope: Scope,
  { requirement, resource, place }: {
    requirement: RequirementId;
    resource: string;
    place: Place;
  },
): Promise<void> {
  const type = resourceType(resource);
  const object = scope.newObject(type);
  const without = removed(object, place);
  const lacks = (feature: Feature) => scope.target.lacks?.includes(feature);
  const expect = (response: HttpResponse) => expectError(requirement, response);
  const creations = [
    () => scope.create(type, without),
    () => scope.create(type, withGeneratedName(replaced(object, place, null))),
    ...(lacks("server-side-apply") ? [] : [() => scope.send(applyOf(scope, type, without))]),
  ];
  for (const create of creations) {
    const response = await create();
    expect(response);
    if (response.status < 300) {
      await scope.send({ method: "DELETE", path: pathOfObject(scope, type, object) });
    }
  }
  const created = await scope.create(type, object);
  if (created.status >= 300) throw rejected(created, "the object could not be created");
  const path = pathOfObject(scope, type, object);
  const patch = (form: string, body: Json) =>
    scope.send({
      method: "PATCH",
      path,
      body,
      headers: { "content-type": `application/${form}+json` },
    });
  // Null removes a member; the items of a list are replaced with it.
  const emptied = place.some((key) => typeof key === "number")
    ? without
    : replaced(object, place, null);
  const update = writeRequest(scope, type, "PUT", object);
  expect(await scope.send({ ...update, body: without }));
  const removal = [{ op: "remove", path: `/${place.join("/")}` }];
  expect(await patch("json-patch", removal));
  expect(await patch("merge-patch", emptied));
  if (lacks("strategic-merge-patch")) return;
  expect(await patch("strategic-merge-patch", emptied));
}

function applyOf(scope: Scope, type: ResourceType, body: JsonObject): HttpRequest {
  return {
    method: "PATCH",
    path: pathOfObject(scope, type, body),
    body,
    query: { fieldManager: "plumbline", force: "true" },
    headers: { "content-type": "application/apply-patch+yaml" },
  };
}

/** Returns the object without the member at a place. */
function removed(object: JsonObject, place: Place): JsonObject {
  const marked = replaced(object, place, REMOVED);
  return JSON.parse(
    JSON.stringify(marked, (_key, value: Json) => value === REMOVED ? undefined : value),
  );
}

/** Checks of required fields that are present and empty. */
export const EMPTY_REQUIRED_FIELDS: readonly Check[] = [
  property<{ field: string; resource: string; update: boolean }>({
    id: "field-validation/empty-required-rejected",
    title: "An empty text or list in a required field is rejected",
    requirements: ["field-validation.empty-required-rejected"],
    types: RBAC_TYPES,
    arbitrary: () => fc.constantFrom(...EMPTY_CASES),
    cases: () => EMPTY_CASES,
    run: async (scope, { field, resource, update }) => {
      const type = resourceType(resource);
      const object = scope.newObject(type);
      if (update) {
        const created = await scope.create(type, object);
        if (created.status >= 300) throw rejected(created, "the object could not be created");
      }
      const place = REQUIRED.find((each) => each.field === field)!.places[resource]!;
      const body = replaced(object, place, field === "policy-rule-verbs" ? [] : "");
      const request = writeRequest(scope, type, update ? "PUT" : "POST", object);
      expectError(
        "field-validation.empty-required-rejected",
        await scope.send({ ...request, body }),
      );
    },
  }),
];

/** Real servers take an empty group for an absent one, and objects have checks of their own. */
const EMPTY_CASES = REQUIRED
  .filter(({ field }) => /-(kind|name|verbs)$/.test(field))
  .flatMap(({ field, places }) =>
    Object.keys(places).flatMap((resource) =>
      [false, true].map((update) => ({ field, resource, update }))
    )
  );

const REMOVED = "plumbline removes this";

function inBindings(place: Place): Record<string, Place> {
  return { rolebindings: place, clusterrolebindings: place };
}
