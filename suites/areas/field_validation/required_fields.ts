/**
 * Checks of required fields: every write method rejects a body without them.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import type { Place } from "../../model/field_injection.ts";
import { replaced } from "./model/types.ts";
import type { RequirementId } from "../../catalogue.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { expectError } from "../../session/violation.ts";
import { firstLost } from "../../model/subset.ts";
import { pathOf, writeRequest } from "../../session/write_request.ts";
import type { HttpResponse, Json, JsonObject } from "../../client/http_client.ts";

/** A required field, and its place in each resource type. */
interface Required {
  readonly field: string;
  readonly places: Readonly<Record<string, Place>>;
  /** The field has a single possible value, so that a server may default it. */
  readonly mayDefault?: true;
}

const REQUIRED: readonly Required[] = [
  { field: "deployment-selector", places: { deployments: ["spec", "selector"] } },
  { field: "deployment-template", places: { deployments: ["spec", "template"] } },
  { field: "role-binding-role-ref", places: { rolebindings: ["roleRef"] } },
  { field: "cluster-role-binding-role-ref", places: { clusterrolebindings: ["roleRef"] } },
  { field: "role-ref-api-group", places: inBindings(["roleRef", "apiGroup"]), mayDefault: true },
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
export const REQUIRED_FIELDS: readonly Check[] = REQUIRED.map(({ field, places, mayDefault }) =>
  example({
    id: `field-validation/required-${field}`,
    title: `A body without the required field \`${
      Object.values(places)[0]!.join(".")
    }\` is rejected`,
    requirements: [`field-validation.required-${field}` as RequirementId],
    level: "must",
    run: async (scope) => {
      const requirement = `field-validation.required-${field}` as RequirementId;
      for (const [resource, place] of Object.entries(places)) {
        await expectRequired(scope, { requirement, resource, place, mayDefault });
      }
    },
  })
);

async function expectRequired(
  scope: Scope,
  { requirement, resource, place, mayDefault }: {
    requirement: RequirementId;
    resource: string;
    place: Place;
    mayDefault: true | undefined;
  },
): Promise<void> {
  const type = resourceType(resource);
  const object = scope.newObject(type);
  const without = removed(object, place);
  const expect = (response: HttpResponse) => {
    const defaulted = mayDefault && response.status < 300 &&
      firstLost(object, response.json) === undefined;
    if (!defaulted) expectError(requirement, response);
  };
  for (const incomplete of [without, replaced(object, place, null)]) {
    const response = await scope.create(type, incomplete);
    expect(response);
    if (response.status < 300) {
      await scope.send({ method: "DELETE", path: pathOf(scope, type, object) });
    }
  }
  if ((await scope.create(type, object)).status >= 300) {
    throw new Discard("the object could not be created");
  }
  const update = writeRequest(scope, type, "PUT", object);
  expect(await scope.send({ ...update, body: without }));
  const patch = await scope.send({
    method: "PATCH",
    path: pathOf(scope, type, object),
    body: [{ op: "remove", path: `/${place.join("/")}` }],
    headers: { "content-type": "application/json-patch+json" },
  });
  expect(patch);
}

/** Returns the object without the member at a place. */
function removed(object: JsonObject, place: Place): JsonObject {
  const marked = replaced(object, place, REMOVED);
  return JSON.parse(
    JSON.stringify(marked, (_key, value: Json) => value === REMOVED ? undefined : value),
  );
}

const REMOVED = "plumbline removes this";

function inBindings(place: Place): Record<string, Place> {
  return { rolebindings: place, clusterrolebindings: place };
}
