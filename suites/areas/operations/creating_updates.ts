/**
 * Updates of objects that do not exist, where a server creates them.
 *
 * @module
 */
import { type Check, example, Violation } from "../../check.ts";
import { everyType } from "../../session/every_type.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { asObject, metadataOf, nameOf, uidOf } from "../../model/object.ts";
import { isSpecified, RBAC_TYPES, type ResourceType, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse, expectError, expectStatus } from "../../session/violation.ts";
import { rejected } from "../../session/objects.ts";
import { pathOfObject } from "../../session/write_request.ts";
import { Existing } from "./objects.ts";
import { verify } from "../../verify.ts";

const MANAGER = "plumbline-creator";

/** A time that a client tries to set. */
const FORGED_TIME = "2001-02-03T04:05:06Z";

/** Checks of updates that create. */
export const CREATING_UPDATES: readonly Check[] = [
  example({
    id: "operations/creating-updates",
    title: "A PUT that creates an object takes `dryRun`, `fieldManager` and `fieldValidation`",
    version: 3,
    requirements: ["operations.creating-updates", "operations.updates-create"],
    uses: ["dry-run", "field-validation", "server-side-apply"],
    run: (scope) => everyType(scope, typesOf(scope.target), (type) => verifyType(scope, type)),
  }),
  example({
    id: "operations/updates-of-removed",
    title: "A PUT of an object that was removed, with its `uid`, is rejected and creates nothing",
    requirements: ["operations.update-of-removed-rejected"],
    uses: ["dry-run"],
    run: (scope) => everyType(scope, typesOf(scope.target), (type) => verifyRemoved(scope, type)),
  }),
];

async function verifyRemoved(scope: Scope, type: ResourceType): Promise<void> {
  const requirement = "operations.update-of-removed-rejected";
  const { object } = await Existing.create(scope, type, "removed");
  const path = pathOfObject(scope, type, object);
  const { resourceVersion: _version, ...metadata } = metadataOf(object);
  const removed = await scope.send({ method: "DELETE", path });
  if (removed.status >= 300) throw rejected(removed, "the object could not be deleted");
  const queries = scope.target.lacks?.includes("dry-run") ? [{}] : [{ dryRun: "All" }, {}];
  for (const query of queries) {
    const body = { ...object, metadata };
    expectError(requirement, await scope.send({ method: "PUT", path, query, body }));
  }
  const read = await scope.send({ method: "GET", path });
  verify(requirement, {
    holds: read.status === 404,
    expected: "404",
    actual: describeResponse(read),
  });
}

async function verifyType(scope: Scope, type: ResourceType): Promise<void> {
  const requirement = "operations.creating-updates";
  const lacks = (feature: "dry-run" | "field-validation" | "server-side-apply") =>
    scope.target.lacks?.includes(feature) ?? false;
  const existing = await Existing.create(scope, type, "other");
  const path = existing.path(false, "missing");
  const object = scope.newObject(type, { name: "missing" });
  const put = (query: Record<string, string>, body: JsonObject = object) =>
    scope.send({ method: "PUT", path, query, body });
  const expectMissing = async (after: string) => {
    const read = await scope.send({ method: "GET", path });
    verify(requirement, {
      holds: read.status === 404,
      expected: `404 after ${after}`,
      actual: describeResponse(read),
    });
  };

  if (!lacks("dry-run")) {
    const dry = await put({ dryRun: "All" });
    if (dry.status === 201) await expectMissing("a PUT with dryRun=All");
  }
  if (!lacks("field-validation")) {
    const strict = await put({ fieldValidation: "Strict" }, { ...object, plumb: "line" });
    expectError(requirement, strict);
    await expectMissing("a PUT with an unknown field and fieldValidation=Strict");
  }
  const manager: Record<string, string> = lacks("server-side-apply")
    ? {}
    : { fieldManager: MANAGER };
  const response = await put(manager, {
    ...object,
    metadata: { ...metadataOf(object), creationTimestamp: FORGED_TIME },
  });
  // A server may leave creation to POST; real servers do so for some types.
  if (response.status >= 400) {
    if (!isSpecified(type) || !RBAC_TYPES.includes(type.resource)) return;
    throw new Violation("operations.updates-create", {
      expected: "201",
      actual: describeResponse(response),
    });
  }
  expectStatus(requirement, response, 201, 200);
  const created = asObject(response.json) ?? {};
  const { managedFields, creationTimestamp } = metadataOf(created);
  const entries = Array.isArray(managedFields) ? managedFields.map(asObject) : [];
  const facts = {
    name: nameOf(created) === scope.name("missing", type),
    uid: uidOf(created) !== undefined && uidOf(created) !== uidOf(existing.object),
    creationTimestamp: typeof creationTimestamp === "string" && creationTimestamp !== FORGED_TIME,
    manager: lacks("server-side-apply") ||
      entries.some((entry) => entry?.manager === MANAGER && entry?.operation === "Update"),
  };
  const wrong = Object.entries(facts).filter(([, isRight]) => !isRight).map(([name]) => name);
  verify(requirement, {
    holds: wrong.length === 0,
    expected: `the metadata of a created object, with the manager ${MANAGER}`,
    actual: `wrong ${wrong.join(", ")}: ${JSON.stringify(metadataOf(created))}`,
  });
}
