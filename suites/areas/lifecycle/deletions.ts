/**
 * Delete requests for single objects, and their options.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import { metadataOf, nameOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { RESOURCE_TYPES, resourceType } from "../../resources/mod.ts";
import { accepted, Objects, succeeded } from "../../session/objects.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import type { HttpResponse, Json, JsonObject } from "../../client/http_client.ts";

const OTHER_UID = "00000000-1111-4222-8333-444444444444";

const POLICIES = ["Orphan", "Background", "Foreground"] as const;

interface PreconditionCase {
  readonly resource: string;
  /** Preconditions of delete requests that must fail. */
  readonly missed: readonly Precondition[];
  /** The precondition of the last delete request, which must succeed. */
  readonly met: Precondition;
}

/** The field of the precondition. */
type Precondition = "uid" | "version";

interface PolicyCase {
  readonly resource: string;
  readonly policy: string;
  /** True to send the policy in the body instead of the query. */
  readonly body: boolean;
}

/** Checks of delete requests. */
export const DELETIONS: readonly Check[] = [
  example({
    id: "lifecycle/delete",
    title: "A delete request removes the object and returns a Status",
    requirements: [
      "lifecycle.delete-without-finalizers-removes",
      "lifecycle.delete-answers-success",
      "lifecycle.delete-answers-status",
    ],
    level: "must",
    run: async (scope) => {
      for (const type of RESOURCE_TYPES) {
        const objects = new Objects(scope, type);
        const created = await objects.create(objects.newObject("object"));
        const removed = await objects.remove(created);
        if (succeeded(removed) && removed.status !== 200 && removed.status !== 202) {
          const facts = { expected: "200 or 202", actual: describeResponse(removed) };
          throw new Violation("lifecycle.delete-answers-success", facts);
        }
        const response = expectSuccessBody("lifecycle.delete-without-finalizers-removes", removed);
        if (response.kind !== "Status") {
          const facts = { expected: "a Status", actual: `${response.kind}` };
          throw new Violation("lifecycle.delete-answers-status", facts);
        }
        await expectDeletionStarted(
          "lifecycle.delete-without-finalizers-removes",
          objects,
          created,
        );
      }
    },
  }),
  example({
    id: "lifecycle/not-found",
    title: "A delete or get of an object that does not exist gets 404",
    requirements: ["lifecycle.missing-is-rejected", "lifecycle.removed-is-not-found"],
    level: "convention",
    run: async (scope) => {
      for (const type of RESOURCE_TYPES) {
        const objects = new Objects(scope, type);
        const missing = await objects.remove(objects.newObject("missing"));
        expectError("lifecycle.missing-is-rejected", missing, { only: 404 });
        const created = await objects.create(objects.newObject("object"));
        accepted(await objects.remove(created), "the delete request was rejected");
        const response = await scope.send({ method: "GET", path: objects.pathOf(created) });
        expectError("lifecycle.removed-is-not-found", response, { only: 404 });
      }
    },
  }),
  property<PreconditionCase>({
    id: "lifecycle/preconditions",
    title: "A delete request succeeds if its preconditions are met, and otherwise gets 409",
    requirements: [
      "lifecycle.uid-precondition-met",
      "lifecycle.uid-precondition-missed",
      "lifecycle.version-precondition-met",
      "lifecycle.version-precondition-missed",
    ],
    level: "convention",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        missed: fc.shuffledSubarray<Precondition>(["uid", "version"]),
        met: fc.constantFrom<Precondition>("uid", "version"),
      }),
    run: async (scope, { resource, missed, met }) => {
      const objects = new Objects(scope, resourceType(resource));
      const created = await objects.create(objects.newObject("object"));
      const patch = { metadata: { labels: { changed: "yes" } } };
      const now = accepted(await objects.patch(created, patch), "a patch was rejected");
      const remove = (preconditions: JsonObject) =>
        objects.remove(created, { body: deleteOptions({ preconditions }) });
      for (const precondition of missed) {
        const id = `lifecycle.${precondition}-precondition-missed` as const;
        const version = resourceVersionOf(created) ?? "";
        const wrong: JsonObject = precondition === "uid"
          ? { uid: OTHER_UID }
          : { resourceVersion: version };
        expectError(id, await remove(wrong), { only: 409 });
        await expectUntouched(id, objects, created);
        scope.note(`${precondition} missed`);
      }
      const id = `lifecycle.${met}-precondition-met` as const;
      const response = await remove(
        met === "uid"
          ? { uid: uidOf(now) ?? "" }
          : { resourceVersion: resourceVersionOf(now) ?? "" },
      );
      scope.note(`${met} met`);
      // Another client may have written the object in the meantime.
      if (met === "version" && response.status === 409 && await isChanged(objects, now)) {
        throw new Discard("the resourceVersion had changed");
      }
      expectSuccessBody(id, response);
      await expectDeletionStarted(id, objects, created);
    },
  }),
  property<PolicyCase>({
    id: "lifecycle/propagation",
    title:
      "A delete request with any `propagationPolicy` removes the object or starts its deletion",
    requirements: ["lifecycle.propagation-accepted", "lifecycle.propagation-starts-deletion"],
    level: "must",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        policy: fc.constantFrom(...POLICIES),
        body: fc.boolean(),
      }),
    run: async (scope, { resource, policy, body }) => {
      const objects = new Objects(scope, resourceType(resource));
      const created = await objects.create(objects.newObject("object"));
      expectSuccessBody(
        "lifecycle.propagation-accepted",
        await removeWithPolicy(objects, created, policy, body),
      );
      await expectDeletionStarted("lifecycle.propagation-starts-deletion", objects, created);
      // Without a garbage collector the finalizer of the policy would keep the object forever.
      await objects.patch(created, { metadata: { finalizers: null } });
    },
  }),
  example({
    id: "lifecycle/unknown-propagation",
    title: "An unknown `propagationPolicy` is rejected with a 4xx Status",
    requirements: ["lifecycle.unknown-propagation-rejected"],
    level: "convention",
    run: async (scope) => {
      const id = "lifecycle.unknown-propagation-rejected";
      for (const type of RESOURCE_TYPES) {
        const objects = new Objects(scope, type);
        const created = await objects.create(objects.newObject("object"));
        for (const [index, policy] of ["Nowhere", "foreground", "orphan", "All"].entries()) {
          expectError(id, await removeWithPolicy(objects, created, policy, index % 2 === 0));
          await expectUntouched(id, objects, created);
        }
      }
    },
  }),
  example({
    id: "lifecycle/grace-period",
    title: "A delete request with `gracePeriodSeconds` succeeds",
    requirements: ["lifecycle.grace-period-accepted"],
    level: "convention",
    run: async (scope) => {
      const id = "lifecycle.grace-period-accepted";
      for (const type of RESOURCE_TYPES) {
        for (const seconds of [0, 1, 30]) {
          const objects = new Objects(scope, type);
          const created = await objects.create(objects.newObject(`after ${seconds}`));
          const options = seconds === 1
            ? { body: deleteOptions({ gracePeriodSeconds: seconds }) }
            : { query: { gracePeriodSeconds: `${seconds}` } };
          expectSuccessBody(id, await objects.remove(created, options));
          await expectDeletionStarted(id, objects, created);
        }
      }
    },
  }),
  example({
    id: "lifecycle/malformed-options",
    title: "A delete request with malformed options is rejected and deletes nothing",
    requirements: ["lifecycle.malformed-options-rejected"],
    level: "convention",
    run: async (scope) => {
      const id = "lifecycle.malformed-options-rejected";
      for (const type of RESOURCE_TYPES) {
        const objects = new Objects(scope, type);
        const created = await objects.create(objects.newObject("object"));
        for (const options of MALFORMED_OPTIONS) {
          // Real servers answer 500 if the body is not JSON.
          expectError(id, await objects.remove(created, options), { serverErrors: true });
          await expectUntouched(id, objects, created);
        }
      }
    },
  }),
];

/** Malformed options. */
const MALFORMED_OPTIONS: readonly { body?: Json; query?: Record<string, string> }[] = [
  { body: "{" },
  { body: deleteOptions({ gracePeriodSeconds: "soon" }) },
  { body: deleteOptions({ preconditions: "none" }) },
  { body: deleteOptions({ propagationPolicy: 1 }) },
  { query: { gracePeriodSeconds: "soon" } },
];

function deleteOptions(fields: JsonObject): JsonObject {
  return { kind: "DeleteOptions", apiVersion: "v1", ...fields };
}

function removeWithPolicy(
  objects: Objects,
  object: JsonObject,
  propagationPolicy: string,
  body: boolean,
): Promise<HttpResponse> {
  return objects.remove(
    object,
    body ? { body: deleteOptions({ propagationPolicy }) } : { query: { propagationPolicy } },
  );
}

function expectSuccessBody(id: RequirementId, response: HttpResponse): JsonObject {
  if (succeeded(response)) {
    return accepted(response, "the response to a delete request has no body");
  }
  throw new Violation(id, { expected: "200 or 202", actual: describeResponse(response) });
}

/** Expects the object to be removed, or to wait for its finalizers. */
async function expectDeletionStarted(
  id: RequirementId,
  objects: Objects,
  created: JsonObject,
): Promise<void> {
  const now = await objects.read(created);
  if (now === undefined || uidOf(now) !== uidOf(created)) return;
  const { deletionTimestamp, finalizers } = metadataOf(now);
  const waits = Array.isArray(finalizers) && finalizers.length > 0;
  if (typeof deletionTimestamp === "string" && waits) return;
  const actual = `${nameOf(now)} with deletionTimestamp ${deletionTimestamp ?? "unset"}`;
  throw new Violation(id, { expected: "the object removed, or kept by a finalizer", actual });
}

/** Returns true if the object has another resourceVersion than before. */
async function isChanged(objects: Objects, before: JsonObject): Promise<boolean> {
  const now = await objects.read(before);
  return now === undefined || resourceVersionOf(now) !== resourceVersionOf(before);
}

async function expectUntouched(
  id: RequirementId,
  objects: Objects,
  created: JsonObject,
): Promise<void> {
  const now = await objects.read(created);
  if (now !== undefined && metadataOf(now).deletionTimestamp === undefined) return;
  const actual = now === undefined ? "404" : "the object is being deleted";
  throw new Violation(id, { expected: `${nameOf(created)} unchanged`, actual });
}
