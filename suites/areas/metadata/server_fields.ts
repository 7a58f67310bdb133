/**
 * What only the server gives: uid, timestamps, version. Forged ones are refused or passed over.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import { metadataOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { RESOURCE_TYPES, resourceType } from "../../resources/mod.ts";
import { accepted, Objects, succeeded } from "../../session/objects.ts";
import { expectRefusal } from "../../session/violation.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";

/** What a client may try to set. */
const FORGED = {
  uid: "00000000-1111-4222-8333-444444444444",
  creationTimestamp: "2001-02-03T04:05:06Z",
  deletionTimestamp: "2001-02-03T04:05:06Z",
} as const;

type Field = keyof typeof FORGED;

/** What a client may try to take away. */
const REMOVED = ["uid", "creationTimestamp"] as const;

interface ForgeryCase {
  readonly resource: string;
  /** The type of an object beside it, under the same name where that is another type. */
  readonly beside: string;
  readonly created: readonly Field[];
  readonly changes: readonly {
    readonly form: "update" | "merge patch" | "json patch";
    readonly forged: readonly Field[];
    /** Left out or taken away, where they are not forged. */
    readonly removed: readonly Field[];
  }[];
}

const fields = () => fc.subarray(Object.keys(FORGED) as Field[]);

const HELD: Readonly<Record<Field, readonly [onCreate: RequirementId, onChange: RequirementId]>> = {
  uid: ["metadata.uid-from-server", "metadata.uid-never-changes"],
  creationTimestamp: ["metadata.creation-time-from-server", "metadata.creation-time-never-changes"],
  deletionTimestamp: ["metadata.deletion-time-from-server", "metadata.deletion-time-from-server"],
};

/** Fields of the server's. */
export const SERVER_FIELDS: readonly Check[] = [
  property<ForgeryCase>({
    id: "metadata/server-fields",
    title: "Uid and timestamps are the server's and stay, whatever clients write into them",
    requirements: [
      "metadata.uid-from-server",
      "metadata.uid-never-changes",
      "metadata.creation-time-from-server",
      "metadata.creation-time-never-changes",
      "metadata.deletion-time-from-server",
    ],
    level: "must",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        beside: resourceName(),
        created: fields(),
        changes: fc.array(
          fc.record({
            form: fc.constantFrom("update" as const, "merge patch" as const, "json patch" as const),
            forged: fields(),
            removed: fc.subarray<Field>([...REMOVED]),
          }),
          { minLength: 1, maxLength: 3, size: "max" },
        ),
      }),
    run: async (scope, { resource, beside, created, changes }) => {
      const objects = new Objects(scope, resourceType(resource));
      const answer = await objects.post(objects.make("object", forgery(created)));
      // Who refuses a forgery takes nothing over; then the plain object will do.
      const made = succeeded(answer)
        ? accepted(answer, "")
        : await objects.create(objects.make("object"));
      const others = new Objects(scope, resourceType(beside));
      const other = await others.create(others.make(beside === resource ? "other" : "object"));
      expectGiven(made, uidOf(other));
      for (const each of changes) {
        const done = succeeded(await change(objects, made, each));
        scope.note(`${each.form} ${done ? "accepted" : "refused"}`);
        const now = await objects.read(made);
        if (now === undefined && each.forged.includes("deletionTimestamp")) {
          const facts = { expected: "the object as it was", actual: "404" };
          throw new Violation(HELD.deletionTimestamp[1], facts);
        }
        if (now === undefined) throw new Discard("the object went away");
        expectKept(made, now);
      }
    },
  }),
  example({
    id: "metadata/forged-version",
    title: "A new object bears the server's version, not its maker's",
    requirements: ["metadata.version-not-written"],
    level: "must",
    run: async (scope) => {
      for (const type of RESOURCE_TYPES) {
        const objects = new Objects(scope, type);
        const resourceVersion = "plumbline-forged";
        const answer = await objects.post(objects.make("object", { resourceVersion }));
        if (!succeeded(answer)) continue;
        const actual = resourceVersionOf(accepted(answer, ""));
        if (actual !== undefined && actual !== resourceVersion) continue;
        const expected = "a version of the server's";
        throw new Violation("metadata.version-not-written", { expected, actual: `${actual}` });
      }
    },
  }),
  example({
    id: "metadata/timestamps",
    title: "Timestamps are written as RFC 3339 in whole seconds of UTC",
    requirements: ["metadata.times-are-rfc3339"],
    level: "convention",
    run: async (scope) => {
      for (const type of RESOURCE_TYPES) {
        const objects = new Objects(scope, type);
        const finalizers = ["plumbline.invalid/hold"];
        const made = await objects.create(objects.make("object", { finalizers }));
        expectTime(metadataOf(made).creationTimestamp);
        await objects.remove(made);
        const held = metadataOf(await objects.read(made) ?? {});
        if (held.deletionTimestamp !== undefined) expectTime(held.deletionTimestamp);
        await objects.patch(made, { metadata: { finalizers: null } });
      }
    },
  }),
  example({
    id: "metadata/other-uid-refused",
    title: "An update that names another uid is refused with 409",
    requirements: ["metadata.other-uid-refused"],
    level: "convention",
    run: async (scope) => {
      for (const type of RESOURCE_TYPES) {
        const objects = new Objects(scope, type);
        const made = await objects.create(objects.make("object"));
        const metadata = { ...metadataOf(made), uid: FORGED.uid };
        const answer = await objects.put({ ...made, metadata });
        expectRefusal("metadata.other-uid-refused", answer, { only: 409 });
      }
    },
  }),
];

function expectTime(time: Json | undefined): void {
  const actual = `${time}`;
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(actual) && !isNaN(Date.parse(actual))) return;
  const facts = { expected: "a time like 2001-02-03T04:05:06Z", actual };
  throw new Violation("metadata.times-are-rfc3339", facts);
}

function forgery(fields: readonly Field[]): JsonObject {
  return Object.fromEntries(fields.map((field) => [field, FORGED[field]]));
}

function change(
  objects: Objects,
  made: JsonObject,
  { form, forged, removed }: ForgeryCase["changes"][number],
) {
  const { resourceVersion: _version, ...metadata } = metadataOf(made);
  const changed = { ...forgery(forged), annotations: { changed: form } };
  const gone = removed.filter((field) => !forged.includes(field));
  switch (form) {
    case "update": {
      // Without the version: an old one would be refused for its age.
      const kept = Object.entries(metadata).filter(([name]) => !gone.some((each) => each === name));
      return objects.put({ ...made, metadata: { ...Object.fromEntries(kept), ...changed } });
    }
    case "merge patch": {
      const nulls = Object.fromEntries(gone.map((field) => [field, null]));
      return objects.patch(made, { metadata: { ...nulls, ...changed } });
    }
    case "json patch": {
      const removals = gone.map((field) => ({ op: "remove", path: `/metadata/${field}` }));
      const additions = Object.entries(changed).map(([field, value]) => ({
        op: "add",
        path: `/metadata/${field}`,
        value,
      }));
      return objects.patch(made, [...removals, ...additions], "json-patch");
    }
  }
}

function expectGiven(made: JsonObject, otherUid: string | undefined): void {
  const { uid, creationTimestamp, deletionTimestamp } = metadataOf(made);
  if (typeof uid !== "string" || uid === "" || uid === FORGED.uid || uid === otherUid) {
    throw new Violation(HELD.uid[0], { expected: "a uid of its own", actual: `${uid}` });
  }
  const time = `${creationTimestamp}`;
  if (typeof creationTimestamp !== "string" || time === FORGED.creationTimestamp) {
    const facts = { expected: "the server's time", actual: time };
    throw new Violation(HELD.creationTimestamp[0], facts);
  }
  if (deletionTimestamp === undefined || deletionTimestamp === null) return;
  const facts = { expected: "no deletionTimestamp", actual: `${deletionTimestamp}` };
  throw new Violation(HELD.deletionTimestamp[0], facts);
}

function expectKept(made: JsonObject, now: JsonObject): void {
  for (const field of Object.keys(FORGED) as Field[]) {
    const [due, actual] = [metadataOf(made)[field], metadataOf(now)[field]];
    if (due === actual) continue;
    const facts = { expected: `${field} ${due}`, actual: `${actual}` };
    throw new Violation(HELD[field][1], facts);
  }
}
