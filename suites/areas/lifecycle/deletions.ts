/**
 * Deletions of single objects, with all that may be said of one.
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
import { describeAnswer, expectRefusal } from "../../session/violation.ts";
import type { HttpResponse, Json, JsonObject } from "../../client/http_client.ts";

const OTHER_UID = "00000000-1111-4222-8333-444444444444";

const POLICIES = ["Orphan", "Background", "Foreground"] as const;

interface PreconditionCase {
  readonly resource: string;
  /** Of these deletions each demands something that is not so. */
  readonly missed: readonly Demand[];
  /** The last one demands what is so. */
  readonly met: Demand;
}

/** What a deletion may demand. */
type Demand = "uid" | "version";

interface PolicyCase {
  readonly resource: string;
  readonly policy: string;
  /** Said in the body instead of the query. */
  readonly body: boolean;
}

/** Deletions. */
export const DELETIONS: readonly Check[] = [
  example({
    id: "lifecycle/delete",
    title: "A deletion removes the object and answers with a Status",
    requirements: [
      "lifecycle.unheld-is-removed",
      "lifecycle.delete-answers-success",
      "lifecycle.delete-answers-status",
    ],
    level: "must",
    run: async (scope) => {
      for (const type of RESOURCE_TYPES) {
        const objects = new Objects(scope, type);
        const made = await objects.create(objects.make("object"));
        const removed = await objects.remove(made);
        if (succeeded(removed) && removed.status !== 200 && removed.status !== 202) {
          const facts = { expected: "200 or 202", actual: describeAnswer(removed) };
          throw new Violation("lifecycle.delete-answers-success", facts);
        }
        const answer = expectCarriedOut("lifecycle.unheld-is-removed", removed);
        if (answer.kind !== "Status") {
          const facts = { expected: "a Status", actual: `${answer.kind}` };
          throw new Violation("lifecycle.delete-answers-status", facts);
        }
        await expectUnderWay("lifecycle.unheld-is-removed", objects, made);
      }
    },
  }),
  example({
    id: "lifecycle/not-found",
    title: "What is not there is answered 404",
    requirements: ["lifecycle.missing-is-refused", "lifecycle.removed-is-not-found"],
    level: "convention",
    run: async (scope) => {
      for (const type of RESOURCE_TYPES) {
        const objects = new Objects(scope, type);
        const missing = await objects.remove(objects.make("missing"));
        expectRefusal("lifecycle.missing-is-refused", missing, { only: 404 });
        const made = await objects.create(objects.make("object"));
        accepted(await objects.remove(made), "the deletion was refused");
        const answer = await scope.send({ method: "GET", path: objects.pathOf(made) });
        expectRefusal("lifecycle.removed-is-not-found", answer, { only: 404 });
      }
    },
  }),
  property<PreconditionCase>({
    id: "lifecycle/preconditions",
    title: "A deletion with a precondition happens where it is met, and else not",
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
        missed: fc.shuffledSubarray<Demand>(["uid", "version"]),
        met: fc.constantFrom<Demand>("uid", "version"),
      }),
    run: async (scope, { resource, missed, met }) => {
      const objects = new Objects(scope, resourceType(resource));
      const made = await objects.create(objects.make("object"));
      const patch = { metadata: { labels: { changed: "yes" } } };
      const now = accepted(await objects.patch(made, patch), "a patch was refused");
      const remove = (preconditions: JsonObject) =>
        objects.remove(made, { body: deleteOptions({ preconditions }) });
      for (const demand of missed) {
        const id = `lifecycle.${demand}-precondition-missed` as const;
        const version = resourceVersionOf(made) ?? "";
        const wrong = demand === "uid" ? { uid: OTHER_UID } : { resourceVersion: version };
        expectRefusal(id, await remove(wrong), { only: 409 });
        await expectUntouched(id, objects, made);
        scope.note(`${demand} missed`);
      }
      const id = `lifecycle.${met}-precondition-met` as const;
      const answer = await remove(
        met === "uid"
          ? { uid: uidOf(now) ?? "" }
          : { resourceVersion: resourceVersionOf(now) ?? "" },
      );
      scope.note(`${met} met`);
      // Somebody else may have touched the object meanwhile.
      if (met === "version" && answer.status === 409 && await isChanged(objects, now)) {
        throw new Discard("the version had changed");
      }
      expectCarriedOut(id, answer);
      await expectUnderWay(id, objects, made);
    },
  }),
  property<PolicyCase>({
    id: "lifecycle/propagation",
    title: "Under each propagation policy a deletion begins at least",
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
      const made = await objects.create(objects.make("object"));
      expectCarriedOut(
        "lifecycle.propagation-accepted",
        await removeBy(objects, made, policy, body),
      );
      await expectUnderWay("lifecycle.propagation-starts-deletion", objects, made);
      // Where nobody collects garbage, the finalizer of the policy would hold the object for good.
      await objects.patch(made, { metadata: { finalizers: null } });
    },
  }),
  example({
    id: "lifecycle/unknown-propagation",
    title: "A propagation policy nobody knows is refused",
    requirements: ["lifecycle.unknown-propagation-refused"],
    level: "convention",
    run: async (scope) => {
      const id = "lifecycle.unknown-propagation-refused";
      for (const type of RESOURCE_TYPES) {
        const objects = new Objects(scope, type);
        const made = await objects.create(objects.make("object"));
        for (const [index, policy] of ["Nowhere", "foreground", "orphan", "All"].entries()) {
          expectRefusal(id, await removeBy(objects, made, policy, index % 2 === 0));
          await expectUntouched(id, objects, made);
        }
      }
    },
  }),
  example({
    id: "lifecycle/grace-period",
    title: "A deletion may name a grace period",
    requirements: ["lifecycle.grace-period-accepted"],
    level: "convention",
    run: async (scope) => {
      const id = "lifecycle.grace-period-accepted";
      for (const type of RESOURCE_TYPES) {
        for (const seconds of [0, 1, 30]) {
          const objects = new Objects(scope, type);
          const made = await objects.create(objects.make(`after ${seconds}`));
          const said = seconds === 1
            ? { body: deleteOptions({ gracePeriodSeconds: seconds }) }
            : { query: { gracePeriodSeconds: `${seconds}` } };
          expectCarriedOut(id, await objects.remove(made, said));
          await expectUnderWay(id, objects, made);
        }
      }
    },
  }),
  example({
    id: "lifecycle/malformed-options",
    title: "A deletion whose options are malformed deletes nothing",
    requirements: ["lifecycle.malformed-options-refused"],
    level: "convention",
    run: async (scope) => {
      const id = "lifecycle.malformed-options-refused";
      for (const type of RESOURCE_TYPES) {
        const objects = new Objects(scope, type);
        const made = await objects.create(objects.make("object"));
        for (const fault of FAULTS) {
          // Real servers answer 500 to a body that is no JSON.
          expectRefusal(id, await objects.remove(made, fault), { serverErrors: true });
          await expectUntouched(id, objects, made);
        }
      }
    },
  }),
];

/** Options that cannot be read. */
const FAULTS: readonly { body?: Json; query?: Record<string, string> }[] = [
  { body: "{" },
  { body: deleteOptions({ gracePeriodSeconds: "soon" }) },
  { body: deleteOptions({ preconditions: "none" }) },
  { body: deleteOptions({ propagationPolicy: 1 }) },
  { query: { gracePeriodSeconds: "soon" } },
];

function deleteOptions(fields: JsonObject): JsonObject {
  return { kind: "DeleteOptions", apiVersion: "v1", ...fields };
}

function removeBy(
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

function expectCarriedOut(id: RequirementId, answer: HttpResponse): JsonObject {
  if (succeeded(answer)) return accepted(answer, "a deletion was answered without a body");
  throw new Violation(id, { expected: "200 or 202", actual: describeAnswer(answer) });
}

/** The object must be gone, or be waiting for finalizers. */
async function expectUnderWay(
  id: RequirementId,
  objects: Objects,
  made: JsonObject,
): Promise<void> {
  const now = await objects.read(made);
  if (now === undefined || uidOf(now) !== uidOf(made)) return;
  const { deletionTimestamp, finalizers } = metadataOf(now);
  const waits = Array.isArray(finalizers) && finalizers.length > 0;
  if (typeof deletionTimestamp === "string" && waits) return;
  const actual = `${nameOf(now)} with the deletionTimestamp ${deletionTimestamp ?? "unset"}`;
  throw new Violation(id, { expected: "the object gone, or held by a finalizer", actual });
}

/** Whether the object is at another version than it was answered with. */
async function isChanged(objects: Objects, before: JsonObject): Promise<boolean> {
  const now = await objects.read(before);
  return now === undefined || resourceVersionOf(now) !== resourceVersionOf(before);
}

async function expectUntouched(
  id: RequirementId,
  objects: Objects,
  made: JsonObject,
): Promise<void> {
  const now = await objects.read(made);
  if (now !== undefined && metadataOf(now).deletionTimestamp === undefined) return;
  const actual = now === undefined ? "404" : "it is being deleted";
  throw new Violation(id, { expected: `${nameOf(made)} untouched`, actual });
}
