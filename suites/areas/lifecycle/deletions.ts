/**
 * Delete requests for single objects, and their options.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, example, property } from "../../check.ts";
import { everyType } from "../../session/every_type.ts";
import { metadataOf, nameOf, uidOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { isSpecified, typeNamed, typesOf } from "../../resources/mod.ts";
import {
  anError,
  anObject,
  anObjectWith,
  aSuccess,
  forEveryType,
  untouched,
} from "../../session/for_every_type.ts";
import { accepted, Objects, succeeded } from "../../session/objects.ts";
import { describeResponse, expectError, expectStatus } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { stopUnless, verify } from "../../verify.ts";

const POLICIES = ["Orphan", "Background", "Foreground"] as const;

interface PolicyCase {
  readonly resource: string;
  readonly policy: string;
  /** True to send the policy in the body instead of the query. */
  readonly body: boolean;
  /** The `gracePeriodSeconds` to send with it. */
  readonly grace: number | undefined;
  /** True if the object has a finalizer. */
  readonly held: boolean;
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
    run: async (scope) => {
      await everyType(scope, typesOf(scope.target), async (type) => {
        const objects = new Objects(scope, type);
        const created = await objects.create(objects.newObject("object"));
        const removed = await objects.remove(created);
        if (succeeded(removed)) {
          expectStatus("lifecycle.delete-answers-success", removed, 200, 202);
        }
        expectDone("lifecycle.delete-without-finalizers-removes", removed);
        await expectDeletionStarted(
          "lifecycle.delete-without-finalizers-removes",
          objects,
          created,
        );
        const { kind } = accepted(removed, "the response to a delete request has no body");
        // Real servers return the deleted objects of some other types.
        const isObject = kind === type.kind && !isSpecified(type);
        verify("lifecycle.delete-answers-status", {
          holds: kind === "Status" || isObject,
          expected: "a Status",
          actual: `${kind}`,
        });
      });
    },
  }),
  forEveryType("lifecycle/delete-with-options-answers-status", {
    title: "The response to a delete request with options is a Status, too",
    verifies: "lifecycle.delete-answers-status",
    types: (target) => typesOf(target).filter(isSpecified),
    givenForEachCase: anObject(),
    cases: [
      { query: { dryRun: "All" } },
      { query: { gracePeriodSeconds: "0" } },
      { query: { propagationPolicy: "Background" } },
      { body: deleteOptions({ dryRun: ["All"] }) },
      { body: deleteOptions({ gracePeriodSeconds: 0, propagationPolicy: "Background" }) },
    ],
    send: ({ objects, created }, options) => objects.remove(created, options),
    expect: [anObjectWith("Status", ({ kind }) => kind)],
  }),
  example({
    id: "lifecycle/not-found",
    title: "A delete or get of an object that does not exist gets 404",
    requirements: ["lifecycle.missing-is-rejected", "lifecycle.removed-is-not-found"],
    run: async (scope) => {
      await everyType(scope, typesOf(scope.target), async (type) => {
        const objects = new Objects(scope, type);
        const missing = await objects.remove(objects.newObject("missing"));
        expectError("lifecycle.missing-is-rejected", missing, { only: 404 });
        const created = await objects.create(objects.newObject("object"));
        accepted(await objects.remove(created), "the delete request was rejected");
        const response = await scope.send({ method: "GET", path: objects.pathOf(created) });
        expectError("lifecycle.removed-is-not-found", response, { only: 404 });
      });
    },
  }),
  property<PolicyCase>({
    id: "lifecycle/propagation",
    title:
      "A delete request with any `propagationPolicy` removes the object or starts its deletion",
    requirements: [
      "lifecycle.propagation-accepted",
      "lifecycle.propagation-starts-deletion",
      "lifecycle.delete-without-finalizers-removes",
      "lifecycle.stays-until-finalizers-are-empty",
    ],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        policy: fc.constantFrom(...POLICIES),
        body: fc.boolean(),
        grace: fc.constantFrom(undefined, 0, 1, 30),
        held: fc.boolean(),
      }),
    run: async (scope, { resource, policy, body, grace, held }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const metadata: JsonObject = held ? { finalizers: ["plumbline.invalid/finalizer"] } : {};
      const created = await objects.create(objects.newObject("object", metadata));
      const response = await removeWithPolicy(objects, created, policy, body, grace);
      expectDone("lifecycle.propagation-accepted", response);
      await expectDeletionStarted("lifecycle.propagation-starts-deletion", objects, created);
      const left = await objects.read(created);
      verify("lifecycle.stays-until-finalizers-are-empty", {
        holds: !held || left !== undefined,
        expected: "the object waits for its finalizer",
        actual: "404",
      });
      // The other policies may add a finalizer.
      const isRemoved = policy === "Background" && !held && response.status === 200;
      verify("lifecycle.delete-without-finalizers-removes", {
        holds: !isRemoved || left === undefined,
        expected: "404",
        actual: `${nameOf(left ?? {})} still exists`,
      });
      // Without a garbage collector the finalizer of the policy would keep the object forever.
      await objects.patch(created, { metadata: { finalizers: null } });
    },
  }),
  forEveryType("lifecycle/unknown-propagation", {
    title: "An unknown `propagationPolicy` is rejected with a 4xx Status",
    verifies: "lifecycle.unknown-propagation-rejected",
    given: anObject(),
    cases: [
      { body: deleteOptions({ propagationPolicy: "Nowhere" }) },
      { query: { propagationPolicy: "foreground" } },
      { body: deleteOptions({ propagationPolicy: "orphan" }) },
      { query: { propagationPolicy: "All" } },
    ],
    send: ({ objects, created }, options) => objects.remove(created, options),
    expect: [anError(), untouched()],
  }),
  forEveryType("lifecycle/grace-period", {
    title: "A delete request with `gracePeriodSeconds` succeeds",
    verifies: "lifecycle.grace-period-accepted",
    givenForEachCase: anObject(),
    cases: [
      { query: { gracePeriodSeconds: "0" } },
      { body: deleteOptions({ gracePeriodSeconds: 1 }) },
      { query: { gracePeriodSeconds: "30" } },
    ],
    send: ({ objects, created }, options) => objects.remove(created, options),
    expect: [
      aSuccess(),
      (id, _response, { objects, created }) => expectDeletionStarted(id, objects, created),
    ],
  }),
  forEveryType("lifecycle/malformed-options", {
    title: "A delete request with malformed options is rejected and deletes nothing",
    verifies: "lifecycle.malformed-options-rejected",
    given: anObject(),
    cases: [
      { body: "{" },
      { body: deleteOptions({ gracePeriodSeconds: "soon" }) },
      { body: deleteOptions({ preconditions: "none" }) },
      { body: deleteOptions({ propagationPolicy: 1 }) },
      { query: { gracePeriodSeconds: "soon" } },
    ],
    send: ({ objects, created }, options) => objects.remove(created, options),
    // Real servers answer 500 if the body is not JSON.
    expect: [anError({ serverErrors: true }), untouched()],
  }),
];

function deleteOptions(fields: JsonObject): JsonObject {
  return { kind: "DeleteOptions", apiVersion: "v1", ...fields };
}

function removeWithPolicy(
  objects: Objects,
  object: JsonObject,
  propagationPolicy: string,
  body: boolean,
  grace?: number,
): Promise<HttpResponse> {
  const inBody = { propagationPolicy, ...(grace !== undefined && { gracePeriodSeconds: grace }) };
  const inQuery = { propagationPolicy, gracePeriodSeconds: grace?.toString() };
  return objects.remove(object, body ? { body: deleteOptions(inBody) } : { query: inQuery });
}

/** Verifies that a delete request was accepted; if not, the steps end. */
function expectDone(id: RequirementId, response: HttpResponse): void {
  const isDone = verify(id, {
    holds: succeeded(response),
    expected: "200 or 202",
    actual: describeResponse(response),
  });
  stopUnless(isDone, "whether the deletion started");
}

/** Expects the object to be removed, or to wait for its finalizers. */
async function expectDeletionStarted(
  id: string,
  objects: Objects,
  created: JsonObject,
): Promise<boolean> {
  const now = await objects.read(created);
  if (now === undefined || uidOf(now) !== uidOf(created)) return true;
  const { deletionTimestamp, finalizers } = metadataOf(now);
  const waits = Array.isArray(finalizers) && finalizers.length > 0;
  return verify<string>(id, {
    holds: typeof deletionTimestamp === "string" && waits,
    expected: "the object removed, or kept by a finalizer",
    actual: `${nameOf(now)} with deletionTimestamp ${deletionTimestamp ?? "unset"}`,
  });
}
