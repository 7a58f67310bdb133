/**
 * Preconditions of delete requests, for live, deleted and recreated objects.
 *
 * @module
 */
import fc from "fast-check";
import { leavingOut } from "../../arbitraries/leaving_out.ts";
import { combinations } from "../../arbitraries/combinations.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import type { RequirementId } from "../../catalogue.ts";
import { contentOf } from "../../model/content.ts";
import {
  asObject,
  describe,
  metadataOf,
  nameOf,
  resourceVersionOf,
  uidOf,
} from "../../model/object.ts";
import { namesOf, typeNamed } from "../../resources/mod.ts";
import { accepted, Objects, succeeded } from "../../session/objects.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { recordViolation, stopUnless, verify } from "../../verify.ts";

const OTHER_UID = "00000000-1111-4222-8333-444444444444";

const FINALIZER = "plumbline.invalid/finalizer";

/** Preconditions that are not met, the later version is another object's; one of two that is not met is enough. */
const MISSED = [
  "other uid",
  "former uid",
  "stale version",
  "former version",
  "later version",
  "own uid and stale version",
  "other uid and current version",
] as const;

const MET = ["uid", "version", "uid and version"] as const;

interface PreconditionCase {
  readonly resource: string;
  readonly state: "live" | "held" | "being deleted" | "recreated";
  readonly attempts: readonly {
    readonly missed: typeof MISSED[number];
    readonly collection: boolean;
    readonly dryRun: boolean;
  }[];
  readonly met: typeof MET[number];
}

/** The object to delete, and what earlier states and objects of its name had. */
interface Subject {
  readonly current: JsonObject;
  readonly stale: JsonObject;
  readonly former: JsonObject;
}

/** Checks of preconditions. */
export const DELETE_PRECONDITIONS: readonly Check[] = [
  property<PreconditionCase>({
    id: "lifecycle/preconditions",
    version: 2,
    title: "A delete request succeeds if its preconditions are met, and otherwise gets 409",
    requirements: [
      "lifecycle.uid-precondition-met",
      "lifecycle.uid-precondition-missed",
      "lifecycle.version-precondition-met",
      "lifecycle.version-precondition-missed",
      "lifecycle.collection-preconditions",
      "resource-versions.conflict-names-object",
    ],
    uses: ["dry-run"],
    arbitrary: (target) =>
      leavingOut(
        fc.record({
          resource: resourceName(target),
          state: fc.constantFrom("live", "held", "being deleted", "recreated"),
          attempts: fc.array(
            fc.record({
              missed: fc.constantFrom(...MISSED),
              collection: fc.boolean(),
              dryRun: (target.lacks ?? []).includes("dry-run")
                ? fc.constant(false)
                : fc.nat({ max: 4 }).map((number) => number === 4),
            }),
            { minLength: 1, maxLength: 4, size: "max" },
          ),
          met: fc.constantFrom(...MET),
        }) as fc.Arbitrary<PreconditionCase>,
        "attempts",
      ),
    // Every type, so that what a server does for one of them shows in a short run as well.
    cases: (seed, target) =>
      combinations<Pick<PreconditionCase, "resource" | "state">>({
        resource: namesOf(target),
        state: ["live", "held"],
      }, seed).map(({ resource, state }) => ({
        resource,
        state,
        attempts: MISSED.map((missed) => ({ missed, collection: false, dryRun: false })),
        met: "uid and version",
      })),
    run: async (scope, { resource, state, attempts, met }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const subject = await prepare(objects, state);
      const { current } = subject;
      const later = attempts.some(({ missed }) => missed === "later version")
        ? resourceVersionOf(await objects.create(objects.newObject("later")))
        : undefined;
      for (const { missed, dryRun, ...attempt } of attempts) {
        // The other object of the collection has that version.
        const collection = attempt.collection && missed !== "later version";
        scope.note(`${missed} missed`);
        const options = {
          body: deleteOptions(preconditionsFor(subject, missed, later)),
          ...(dryRun && { query: { dryRun: "All" } }),
        };
        const id: RequirementId = collection
          ? "lifecycle.collection-preconditions"
          : missed.includes("uid") && !missed.startsWith("own")
          ? "lifecycle.uid-precondition-missed"
          : "lifecycle.version-precondition-missed";
        const response = collection
          ? await scope.send({
            method: "DELETE",
            path: objects.collectionOf(current),
            ...options,
            query: { ...options.query, labelSelector: scope.selector },
          })
          : await objects.remove(current, options);
        expectError(id, response, collection ? {} : { only: 409 });
        if (!collection && response.status === 409) expectConflictNames(response, current);
        await expectUnchanged(id, objects, current);
      }
      const preconditions: JsonObject = {
        ...(met.includes("uid") && { uid: uidOf(current) ?? "" }),
        ...(met.includes("version") && { resourceVersion: resourceVersionOf(current) ?? "" }),
      };
      const id = met === "uid"
        ? "lifecycle.uid-precondition-met"
        : "lifecycle.version-precondition-met";
      const response = await objects.remove(current, { body: deleteOptions(preconditions) });
      scope.note(`${met} met`);
      const now = await objects.read(current);
      if (!succeeded(response)) {
        // Another client may have written the object in the meantime.
        if (now === undefined || contentOf(now) !== contentOf(current)) {
          throw new Discard("the object has changed");
        }
        recordViolation(id, { expected: "200 or 202", actual: describeResponse(response) });
        return;
      }
      const waits = state === "held" || state === "being deleted";
      const isDone = waits ? now !== undefined && isTerminating(now) : now === undefined;
      verify(id, {
        holds: isDone || (response.status === 202 && !waits),
        expected: waits ? "the object waits for its finalizers" : "the object is removed",
        actual: now === undefined ? "404" : describe(now),
      });
    },
  }),
];

/** Creates the object in its state, with an earlier version. */
async function prepare(objects: Objects, state: PreconditionCase["state"]): Promise<Subject> {
  const waits = state === "held" || state === "being deleted";
  const object = objects.newObject("object", waits ? { finalizers: [FINALIZER] } : {});
  const former = await objects.create(object);
  let stale = former;
  if (state === "being deleted" || state === "recreated") {
    accepted(await objects.remove(former), "the delete request was rejected");
  }
  if (state === "recreated") stale = await objects.create(object);
  const patch = { metadata: { labels: { changed: "yes" } } };
  const current = accepted(await objects.patch(stale, patch), "a patch was rejected");
  return { current, stale, former };
}

function preconditionsFor(
  { current, stale, former }: Subject,
  missed: typeof MISSED[number],
  later = "",
): JsonObject {
  const resourceVersion = resourceVersionOf(stale) ?? "";
  switch (missed) {
    case "other uid":
      return { uid: OTHER_UID };
    case "former uid":
      return { uid: uidOf(former) === uidOf(stale) ? OTHER_UID : uidOf(former) ?? "" };
    case "stale version":
      return { resourceVersion };
    case "former version":
      return { resourceVersion: resourceVersionOf(former) ?? "" };
    case "later version":
      return { resourceVersion: later };
    case "own uid and stale version":
      return { uid: uidOf(current) ?? "", resourceVersion };
    case "other uid and current version":
      return { uid: OTHER_UID, resourceVersion: resourceVersionOf(current) ?? "" };
  }
}

function deleteOptions(preconditions: JsonObject): JsonObject {
  return { kind: "DeleteOptions", apiVersion: "v1", preconditions };
}

function isTerminating(object: JsonObject): boolean {
  return metadataOf(object).deletionTimestamp !== undefined;
}

function expectConflictNames({ json }: HttpResponse, current: JsonObject): void {
  const { reason, details } = asObject(json) ?? {};
  const name = asObject(details)?.name;
  verify("resource-versions.conflict-names-object", {
    holds: reason === "Conflict" && (name === undefined || name === nameOf(current)),
    expected: `reason Conflict, and details that name ${nameOf(current)}`,
    actual: `reason ${reason}, and details that name ${name}`,
  });
}

async function expectUnchanged(
  id: RequirementId,
  objects: Objects,
  current: JsonObject,
): Promise<void> {
  const now = await objects.read(current);
  const isUnchanged = verify(id, {
    holds: now !== undefined && contentOf(now) === contentOf(current),
    expected: `${describe(current)} unchanged`,
    actual: now === undefined ? "404" : contentOf(now),
  });
  stopUnless(isUnchanged, "other preconditions, as the object has changed");
}
