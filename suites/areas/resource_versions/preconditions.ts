/**
 * Preconditions in the bodies of writes: the resourceVersion and the uid of the object that a client
 * means, in every form of a write, for live, deleted and recreated objects.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { contentOf } from "../../model/content.ts";
import { asObject, describe, nameOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects, succeeded } from "../../session/objects.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { recordViolation, stopUnless, verify } from "../../verify.ts";

const OTHER_UID = "00000000-1111-4222-8333-444444444444";

/** The number in the label of the object before the first attempt. */
const PRESENT = 1;

const FINALIZER = "plumbline.invalid/finalizer";

/** The state of the object that is written. */
type State = "live" | "being deleted" | "recreated";

/**
 * Preconditions that are not met. "former" ones are of the deleted object with the same name, the later
 * version is of a later write to another object.
 */
const MISSED = [
  "stale version",
  "former version",
  "later version",
  "other uid",
  "former uid",
] as const;

/** Preconditions that are met, or none. */
const MET = ["none", "version", "uid", "version and uid", "version 0", "empty version"] as const;

interface Attempt {
  readonly form: WriteForm;
  readonly precondition: typeof MISSED[number];
  readonly dryRun: boolean;
  /** False to write what the object has already. */
  readonly changes: boolean;
}

interface PreconditionCase {
  readonly resource: string;
  readonly state: State;
  /** True to write the status where the type has one. */
  readonly status: boolean;
  readonly attempts: readonly Attempt[];
  /** Writes that succeed, one after the other. */
  readonly last: readonly { readonly form: WriteForm; readonly precondition: typeof MET[number] }[];
}

/** Checks of preconditions. */
export const PRECONDITIONS: readonly Check[] = [
  property<PreconditionCase>({
    id: "resource-versions/stale-write-conflicts",
    version: 3,
    title:
      "A write with an old resourceVersion or another `uid` gets 409 and changes nothing, one with the current ones succeeds",
    requirements: [
      "resource-versions.current-version-accepted",
      "resource-versions.zero-version-is-none",
      "resource-versions.stale-write-conflicts",
      "resource-versions.conflict-names-object",
      "resource-versions.rejected-write-leaves-no-trace",
      "metadata.other-uid-rejected",
    ],
    uses: ["dry-run", "server-side-apply", "strategic-merge-patch"],
    arbitrary: (target) => {
      const form = fc.constantFrom(...WRITE_FORMS.filter((form) => supports(target, form)));
      const dryRun = (target.lacks ?? []).includes("dry-run")
        ? fc.constant(false)
        : fc.nat({ max: 4 }).map((number) => number === 4);
      const changes = fc.nat({ max: 3 }).map((number) => number > 0);
      return fc.record({
        resource: resourceName(target),
        state: fc.constantFrom<State>("live", "being deleted", "recreated"),
        status: fc.boolean(),
        attempts: fc.array(
          fc.record({ form, precondition: fc.constantFrom(...MISSED), dryRun, changes }),
          { minLength: 2, maxLength: 6, size: "max" },
        ),
        last: fc.tuple(
          fc.shuffledSubarray([...MET], { minLength: 3 }),
          fc.array(form, { minLength: MET.length, maxLength: MET.length }),
        ).map(([preconditions, forms]) =>
          preconditions.map((precondition, at) => ({ form: forms[at]!, precondition }))
        ),
      });
    },
    run: attemptAll,
  }),
];

/** The object to write, and what earlier states and objects of its name had. */
interface Subject {
  readonly current: JsonObject;
  readonly stale: JsonObject;
  readonly former: JsonObject;
}

async function attemptAll(
  scope: Scope,
  { resource, state, status, attempts, last }: PreconditionCase,
): Promise<void> {
  const objects = new Objects(scope, typeNamed(scope.target, resource));
  const ofStatus = status && resource === "deployments";
  const subject = await prepare(objects, state);
  const { current } = subject;
  const later = attempts.some(({ precondition }) => precondition === "later version")
    ? resourceVersionOf(await objects.create(objects.newObject("later")))
    : undefined;
  let newest = current;
  const write = (form: WriteForm, number: number, metadata: JsonObject, dryRun = false) => {
    const change: JsonObject = ofStatus
      ? { metadata, status: { observedGeneration: number } }
      : { metadata: { ...metadata, labels: { written: `${number}` } } };
    return changeRequest(scope, objects.type, newest, form, change, {
      ...(ofStatus && { subresource: "status" }),
      ...(dryRun && { query: { dryRun: "All" } }),
    });
  };
  for (const [index, { form, precondition, dryRun, changes }] of attempts.entries()) {
    scope.note(precondition);
    const number = changes || ofStatus ? index + 2 : PRESENT;
    const request = write(form, number, missed(subject, precondition, later), dryRun);
    const response = await scope.send(request);
    // A type that takes no update, or none without a resourceVersion, gets a patch in its place.
    expectConflict(response, request.method === "PUT", precondition, current);
  }
  const after = await objects.read(current);
  const isUnchanged = verify("resource-versions.rejected-write-leaves-no-trace", {
    holds: after !== undefined && contentOf(after) === contentOf(current),
    expected: `${describe(current)}, unchanged by the rejected writes`,
    actual: after === undefined ? "404" : contentOf(after),
  });
  stopUnless(isUnchanged, "writes whose precondition is met");
  for (const [index, { form, precondition }] of last.entries()) {
    // Types that accept no update without a resourceVersion take 0 and an empty one for none.
    const isNone = precondition === "version 0" || precondition === "empty version";
    if (objects.type.conditionalUpdates && isNone) continue;
    const response = await scope.send(write(form, index + 9, met(newest, precondition)));
    const written = asObject(response.json) ?? {};
    if (succeeded(response) && uidOf(written) === uidOf(current)) {
      newest = written;
      continue;
    }
    // Another client, such as a controller, may have written the object.
    const now = await objects.read(current);
    if (now === undefined || contentOf(now) !== contentOf(newest)) {
      throw new Discard("the object has changed");
    }
    const requirement = precondition === "version 0" || precondition === "empty version"
      ? "resource-versions.zero-version-is-none"
      : "resource-versions.current-version-accepted";
    recordViolation(requirement, {
      expected: `success of the ${form} with precondition ${precondition}`,
      actual: describeResponse(response),
    });
  }
}

/** Creates the object in its state, with an earlier version. */
async function prepare(objects: Objects, state: State): Promise<Subject> {
  const metadata: JsonObject = state === "being deleted" ? { finalizers: [FINALIZER] } : {};
  const object = objects.newObject("object", metadata);
  const former = await objects.create(object);
  let stale = former;
  if (state === "recreated") {
    accepted(await objects.remove(former), "the delete request was rejected");
    stale = await objects.create(object);
  }
  if (state === "being deleted") {
    accepted(await objects.remove(former), "the delete request was rejected");
  }
  const patch = { metadata: { labels: { written: `${PRESENT}` } } };
  return {
    current: accepted(await objects.patch(stale, patch), "a patch was rejected"),
    stale,
    former,
  };
}

function missed(
  { stale, former }: Subject,
  precondition: Attempt["precondition"],
  later = "",
): JsonObject {
  const before = uidOf(former) === uidOf(stale);
  switch (precondition) {
    case "stale version":
      return { resourceVersion: resourceVersionOf(stale) ?? "" };
    case "former version":
      return { resourceVersion: resourceVersionOf(former) ?? "" };
    case "later version":
      return { resourceVersion: later };
    case "other uid":
      return { uid: OTHER_UID };
    case "former uid":
      return { uid: before ? OTHER_UID : uidOf(former) ?? "" };
  }
}

function met(current: JsonObject, precondition: typeof MET[number]): JsonObject {
  const version = { resourceVersion: resourceVersionOf(current) ?? "" };
  const uid = { uid: uidOf(current) ?? "" };
  switch (precondition) {
    case "none":
      return {};
    case "version":
      return version;
    case "uid":
      return uid;
    case "version and uid":
      return { ...version, ...uid };
    case "version 0":
      return { resourceVersion: "0" };
    case "empty version":
      return { resourceVersion: "" };
  }
}

function expectConflict(
  response: HttpResponse,
  isUpdate: boolean,
  precondition: Attempt["precondition"],
  current: JsonObject,
): void {
  const ofVersion = precondition.endsWith("version");
  const id: RequirementId = ofVersion
    ? "resource-versions.stale-write-conflicts"
    : "metadata.other-uid-rejected";
  // For a patch another uid is a change of an immutable field on real servers.
  expectError(id, response, ofVersion || isUpdate ? { only: 409 } : {});
  if (response.status !== 409) return;
  const { reason, details } = asObject(response.json) ?? {};
  const name = asObject(details)?.name;
  verify("resource-versions.conflict-names-object", {
    holds: reason === "Conflict" && (name === undefined || name === nameOf(current)),
    expected: `reason Conflict, and details that name ${nameOf(current)}`,
    actual: `reason ${reason}, and details that name ${name}`,
  });
}
