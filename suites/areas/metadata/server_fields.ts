/**
 * Fields that only the server sets: uid, timestamps and resourceVersion. Values of clients are
 * rejected or ignored.
 *
 * @module
 */
import fc from "fast-check";
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, example, property } from "../../check.ts";
import { everyType } from "../../session/every_type.ts";
import { asObject, metadataOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { type ResourceType, typeNamed, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects, succeeded } from "../../session/objects.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { anError, anObject, forEveryType } from "../../session/for_every_type.ts";
import { pathOfObject } from "../../session/write_request.ts";
import { recordViolation, verify } from "../../verify.ts";

/** Values that a client tries to set. */
const FORGED = {
  uid: "00000000-1111-4222-8333-444444444444",
  creationTimestamp: "2001-02-03T04:05:06Z",
  deletionTimestamp: "2001-02-03T04:05:06Z",
} as const;

const FORGED_VERSION = "plumbline-forged";

type Field = keyof typeof FORGED;

/** Fields that a client tries to remove. */
const REMOVED = ["uid", "creationTimestamp"] as const;

interface ForgeryCase {
  readonly resource: string;
  /** The type of a second object, which has the same name if that is another type. */
  readonly beside: string;
  readonly forgedOnCreate: readonly Field[];
  readonly changes: readonly {
    readonly form: WriteForm;
    readonly forged: readonly Field[];
    /** Fields to leave out or remove, unless they are forged. */
    readonly removed: readonly Field[];
  }[];
}

const fields = () => fc.subarray(Object.keys(FORGED) as Field[]);

const REQUIREMENTS_OF: Readonly<
  Record<Field, readonly [onCreate: RequirementId, onChange: RequirementId]>
> = {
  uid: ["metadata.uid-from-server", "metadata.uid-never-changes"],
  creationTimestamp: ["metadata.creation-time-from-server", "metadata.creation-time-never-changes"],
  deletionTimestamp: ["metadata.deletion-time-from-server", "metadata.deletion-time-from-server"],
};

/** Checks of fields that the server sets. */
export const SERVER_FIELDS: readonly Check[] = [
  property<ForgeryCase>({
    id: "metadata/server-fields",
    title: "`uid` and timestamps are set by the server and never change, whatever clients send",
    requirements: [
      "metadata.uid-from-server",
      "metadata.uid-never-changes",
      "metadata.creation-time-from-server",
      "metadata.creation-time-never-changes",
      "metadata.deletion-time-from-server",
    ],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        beside: resourceName(target),
        forgedOnCreate: fields(),
        changes: fc.array(
          fc.record({
            form: fc.constantFrom(...WRITE_FORMS.filter((form) => supports(target, form))),
            forged: fields(),
            removed: fc.subarray<Field>([...REMOVED]),
          }),
          { minLength: 1, maxLength: 3, size: "max" },
        ),
      }),
    share: 0.5,
    run: forge,
  }),
  property<ForgeryCase>({
    id: "metadata/server-fields-in-every-form",
    title: "Each form of a write leaves `uid` and timestamps as they are, on every type",
    requirements: [
      "metadata.uid-never-changes",
      "metadata.creation-time-never-changes",
      "metadata.deletion-time-from-server",
    ],
    ...enumerated((target) =>
      combinations<{ resource: string; field: Field }>({
        resource: typesOf(target).map(({ resource }) => resource),
        field: Object.keys(FORGED) as Field[],
      }, 0).map(({ resource, field }) => ({
        resource,
        beside: resource,
        forgedOnCreate: [],
        changes: WRITE_FORMS.filter((form) => supports(target, form))
          .map((form) => ({ form, forged: [field], removed: [] })),
      })), "changes"),
    run: forge,
  }),
  forEveryType("metadata/forged-version", {
    title: "The server sets the `resourceVersion` of a new object, whatever the client sends",
    verifies: "metadata.resource-version-from-server",
    send: ({ objects }) =>
      objects.post(objects.newObject("object", { resourceVersion: FORGED_VERSION })),
    expect: [(id, response) => {
      if (!succeeded(response)) return true;
      const actual = resourceVersionOf(accepted(response, ""));
      return verify<string>(id, {
        holds: actual !== undefined && actual !== FORGED_VERSION,
        expected: "a resourceVersion set by the server",
        actual: `${actual}`,
      });
    }],
  }),
  example({
    id: "metadata/created-by-name",
    title: "An apply or a PUT that creates an object cannot set its timestamps",
    requirements: ["metadata.creation-time-from-server", "metadata.deletion-time-from-server"],
    uses: ["server-side-apply"],
    run: (scope) => everyType(scope, typesOf(scope.target), (type) => createByName(scope, type)),
  }),
  example({
    id: "metadata/created-again",
    title: "An object that takes the name of a removed one has nothing of it, whatever creates it",
    version: 2,
    requirements: ["metadata.nothing-of-the-removed"],
    uses: ["server-side-apply"],
    run: (scope) => everyType(scope, typesOf(scope.target), (type) => createAgain(scope, type)),
  }),
  example({
    id: "metadata/timestamps",
    title: "Timestamps are in RFC 3339 format, in UTC and in whole seconds",
    requirements: ["metadata.times-are-rfc3339"],
    run: async (scope) => {
      await everyType(scope, typesOf(scope.target), async (type) => {
        const objects = new Objects(scope, type);
        const finalizers = ["plumbline.invalid/finalizer"];
        const created = await objects.create(objects.newObject("object", { finalizers }));
        expectTime(metadataOf(created).creationTimestamp);
        await objects.remove(created);
        const deleted = metadataOf(await objects.read(created) ?? {});
        if (deleted.deletionTimestamp !== undefined) expectTime(deleted.deletionTimestamp);
        await objects.patch(created, { metadata: { finalizers: null } });
      });
    },
  }),
  forEveryType("metadata/other-uid-rejected", {
    title: "An update with another `uid` gets 409",
    verifies: "metadata.other-uid-rejected",
    given: anObject(),
    send: ({ objects, created }) =>
      objects.put({ ...created, metadata: { ...metadataOf(created), uid: FORGED.uid } }),
    expect: [anError({ only: 409 })],
  }),
];

/** Tries to set and remove the fields, and expects them to stay. */
async function forge(
  scope: Scope,
  { resource, beside, forgedOnCreate, changes }: ForgeryCase,
): Promise<void> {
  const objects = new Objects(scope, typeNamed(scope.target, resource));
  const response = await objects.post(
    objects.newObject("object", forgedFields(forgedOnCreate)),
  );
  // If the server rejects the forged object, go on with a plain one.
  const created = succeeded(response)
    ? accepted(response, "")
    : await objects.create(objects.newObject("object"));
  const others = new Objects(scope, typeNamed(scope.target, beside));
  const other = await others.create(others.newObject(beside === resource ? "other" : "object"));
  expectGiven(created, uidOf(other));
  for (const each of changes) {
    const done = succeeded(await change(objects, created, each));
    scope.note(`${each.form} ${done ? "accepted" : "rejected"}`);
    const now = await objects.read(created);
    if (now === undefined && each.forged.includes("deletionTimestamp")) {
      const facts = { expected: "the object unchanged", actual: "404" };
      return recordViolation(REQUIREMENTS_OF.deletionTimestamp[1], facts);
    }
    if (now === undefined) throw new Discard("the object was deleted");
    expectKept(created, now);
  }
}

/** Creates objects with forged timestamps by the writes that name them; a server may refuse these. */
async function createByName(scope: Scope, type: ResourceType): Promise<void> {
  const { creationTimestamp, deletionTimestamp } = FORGED;
  for (const form of ["apply", "update"] as const) {
    if (!supports(scope.target, form)) continue;
    const object = scope.newObject(type, { name: form });
    const metadata = { ...metadataOf(object), creationTimestamp, deletionTimestamp };
    const body = { ...object, metadata };
    const response = await scope.send(changeRequest(scope, type, object, form, body));
    if (!succeeded(response)) continue;
    expectServerTimes(metadataOf(accepted(response, "")));
  }
}

/** Creates an object, removes it, and creates others of its name, each by another write. */
async function createAgain(scope: Scope, type: ResourceType): Promise<void> {
  const object = scope.newObject(type, { name: "again" });
  const path = pathOfObject(scope, type, object);
  const annotations = { "plumbline/life": "first" };
  const before = { ...object, metadata: { ...metadataOf(object), annotations } };
  const create = (body: JsonObject, manager: string) =>
    scope.create(type, body, { fieldManager: manager });
  const apply = (body: JsonObject, manager: string) =>
    scope.send(changeRequest(scope, type, object, "apply", body, { manager }));
  const applies = supports(scope.target, "apply");
  const lives = applies ? [apply, create, apply] : [create, create];
  // Every response must be of the namespace of its path: here of none.
  const placed = type.namespaced
    ? object
    : { ...object, metadata: { ...metadataOf(object), namespace: scope.namespaces[0] } };
  const uids = new Set<Json>();
  for (const [index, write] of lives.entries()) {
    const manager = `plumbline-${index}`;
    const response = await write(index === 0 ? before : placed, manager);
    // The object before it may still exist, or the server may not create by an apply.
    const mayFail = index === 0 || !type.namespaced;
    if (response.status === 409 || mayFail && response.status >= 400) return;
    const { uid = null, annotations, managedFields } = metadataOf(
      accepted(response, "the object was not created"),
    );
    const managers = (Array.isArray(managedFields) ? managedFields : [])
      .map((entry) => `${asObject(entry)?.manager}`);
    const isOwn = !uids.has(uid) &&
      !managers.some((each) => each.startsWith("plumbline-") && each !== manager) &&
      (index === 0 || asObject(annotations)?.["plumbline/life"] === undefined);
    verify("metadata.nothing-of-the-removed", {
      holds: isOwn,
      expected: `a uid other than ${[...uids]}, no manager but ${manager}, none of the annotations`,
      actual: JSON.stringify({ uid, managers, annotations }),
    });
    uids.add(uid);
    const removed = await scope.send({ method: "DELETE", path });
    if (!succeeded(removed)) return;
  }
}

function expectTime(time: Json | undefined): void {
  const actual = `${time}`;
  verify("metadata.times-are-rfc3339", {
    holds: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(actual) && !isNaN(Date.parse(actual)),
    expected: "a time like 2001-02-03T04:05:06Z",
    actual,
  });
}

function forgedFields(fields: readonly Field[]): JsonObject {
  return Object.fromEntries(fields.map((field) => [field, FORGED[field]]));
}

function change(
  objects: Objects,
  created: JsonObject,
  { form, forged, removed }: ForgeryCase["changes"][number],
) {
  const gone = removed.filter((field) => !forged.includes(field));
  const metadata = {
    ...Object.fromEntries(gone.map((field) => [field, null])),
    ...forgedFields(forged),
    annotations: { changed: form },
  };
  return objects.scope.send(
    changeRequest(objects.scope, objects.type, created, form, { metadata }),
  );
}

function expectGiven(created: JsonObject, otherUid: string | undefined): void {
  const { uid } = metadataOf(created);
  verify(REQUIREMENTS_OF.uid[0], {
    holds: typeof uid === "string" && uid !== "" && uid !== FORGED.uid && uid !== otherUid,
    expected: "a uid of its own",
    actual: `${uid}`,
  });
  expectServerTimes(metadataOf(created));
}

function expectServerTimes({ creationTimestamp, deletionTimestamp }: JsonObject): void {
  const time = `${creationTimestamp}`;
  verify(REQUIREMENTS_OF.creationTimestamp[0], {
    holds: typeof creationTimestamp === "string" && time !== FORGED.creationTimestamp,
    expected: "the server's time",
    actual: time,
  });
  verify(REQUIREMENTS_OF.deletionTimestamp[0], {
    holds: deletionTimestamp === undefined || deletionTimestamp === null,
    expected: "no deletionTimestamp",
    actual: `${deletionTimestamp}`,
  });
}

function expectKept(created: JsonObject, now: JsonObject): void {
  for (const field of Object.keys(FORGED) as Field[]) {
    const [expected, actual] = [metadataOf(created)[field], metadataOf(now)[field]];
    verify(REQUIREMENTS_OF[field][1], {
      holds: expected === actual,
      expected: `${field} ${expected}`,
      actual: `${actual}`,
    });
  }
}
