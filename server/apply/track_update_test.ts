import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { definition } from "../codec/schema.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { EMPTY, readFieldSet, setOf } from "./field_set.ts";
import { type Manager, managerKey, MAX_UPDATERS } from "./managers.ts";
import {
  compare,
  comparer,
  ownable,
  type TrackedResource,
  withUnowned,
} from "./merge_and_compare.ts";
import { fieldSetOf } from "./object_fields.ts";
import {
  initialObjectOf,
  releaseChangedFields,
  schemaOfVersion,
  trackUpdate,
  zeroObject,
} from "./track_update.ts";

const secrets: TrackedResource = {
  apiVersion: "v1",
  schema: definition("core.v1.Secret"),
  resetFields: {},
  subresource: "",
};
const deployments: TrackedResource = {
  apiVersion: "apps/v1",
  schema: definition("apps.v1.Deployment"),
  resetFields: setOf(["f:status"]),
  subresource: "",
};

const TIME = "2026-01-01T00:00:00Z";
const LATER = "2026-01-01T00:00:09Z";

const secret = (data: JsonObject, metadata: JsonObject = {}): ApiObject =>
  ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "a", ...metadata },
    data,
  }) as unknown as ApiObject;

/** The object as it is stored after a write. */
function write(
  live: ApiObject | undefined,
  object: ApiObject,
  { manager = "m", time = TIME, resource = secrets } = {},
): ApiObject {
  const managedFields = trackUpdate({ resource, live, object, manager, time });
  const { managedFields: _, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: { ...metadata, ...(managedFields && { managedFields }) },
  } as ApiObject;
}

/** What each manager owns, by name. */
const owners = ({ metadata }: ApiObject): Record<string, Json> =>
  Object.fromEntries(
    ((metadata.managedFields ?? []) as JsonObject[]).map((entry) => [
      String(entry.manager),
      entry.fieldsV1!,
    ]),
  );

Deno.test("who creates owns all it said, in an entry as real servers write it", () => {
  const created = write(undefined, secret({ b: "Mg==", a: "MQ==" }, { labels: { x: "1" } }));
  assertEquals(
    JSON.stringify(created.metadata.managedFields),
    JSON.stringify([{
      manager: "m",
      operation: "Update",
      apiVersion: "v1",
      time: TIME,
      fieldsType: "FieldsV1",
      fieldsV1: {
        "f:data": { ".": {}, "f:a": {}, "f:b": {} },
        "f:metadata": { "f:labels": { ".": {}, "f:x": {} } },
      },
    }]),
  );
});

Deno.test("what is always there belongs to nobody: spec and template are not members themselves", () => {
  const object = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "a" },
    spec: { replicas: 1, template: { metadata: { labels: { a: "b" } }, spec: {} }, strategy: {} },
    status: { replicas: 3 },
  } as unknown as ApiObject;
  assertEquals(owners(write(undefined, object, { resource: deployments })).m, {
    "f:spec": {
      "f:replicas": {},
      "f:template": { "f:metadata": { "f:labels": { ".": {}, "f:a": {} } } },
    },
  });
});

Deno.test("who changes a field becomes its only owner, who removes one leaves it to nobody", () => {
  const created = write(undefined, secret({ a: "MQ==", b: "MQ==", c: "MQ==" }), { manager: "one" });
  const changed = write(created, secret({ a: "Mg==", b: "MQ==" }), { manager: "two" });
  assertEquals(owners(changed), {
    one: { "f:data": { ".": {}, "f:b": {} } },
    two: { "f:data": { "f:a": {} } },
  });
  const removed = write(changed, secret({ b: "MQ==" }), { manager: "three" });
  assertEquals(owners(removed), { one: { "f:data": { ".": {}, "f:b": {} } } });
});

Deno.test("a write that changes nothing changes no owner, no time and no entry", () => {
  const created = write(undefined, secret({ a: "MQ==" }));
  const again = write(created, secret({ a: "MQ==" }), { manager: "other", time: LATER });
  assertEquals(again.metadata.managedFields, created.metadata.managedFields);
});

Deno.test("the time moves with what is gained, not with what is lost", () => {
  const created = write(undefined, secret({ a: "MQ==", b: "MQ==" }));
  const lost = write(created, secret({ b: "MQ==" }), { time: LATER });
  const gained = write(lost, secret({ b: "Mg==" }), { time: LATER });
  const times = [created, lost, gained].map(({ metadata }) =>
    (metadata.managedFields as JsonObject[])[0]!.time
  );
  assertEquals(times, [TIME, TIME, LATER]);
});

Deno.test("one empty entry makes the server forget, and the writer owns what it changes", () => {
  const created = write(undefined, secret({ a: "MQ==", b: "MQ==" }), { manager: "one" });
  const reset = { managedFields: [{}] };
  const changed = write(created, secret({ a: "Mg==", b: "MQ==" }, reset), { manager: "two" });
  assertEquals(owners(changed), { two: { "f:data": { "f:a": {} } } });
  assertEquals(owners(write(created, secret({ a: "MQ==", b: "MQ==" }, reset))), {});
});

Deno.test("an object whose owners were forgotten stays untracked by ordinary writes", () => {
  assertEquals(owners(write(secret({ a: "MQ==" }), secret({ a: "Mg==" }))), {});
});

const entry = {
  manager: "z",
  operation: "Update",
  apiVersion: "v1",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:data": { "f:b": {}, "f:a": {} } },
};

Deno.test("well-formed entries of an ordinary write replace what was known", () => {
  const created = write(undefined, secret({ a: "MQ==", b: "MQ==" }), { manager: "one" });
  const object = secret({ a: "Mg==", b: "MQ==" }, { managedFields: [entry] });
  assertEquals(owners(write(created, object, { manager: "two" })), {
    z: { "f:data": { "f:b": {} } },
    two: { "f:data": { "f:a": {} } },
  });
});

for (
  const [what, managedFields] of Object.entries({
    "an empty list": [],
    "an unknown operation": [{ ...entry, operation: "Patch" }],
    "no version": [{ ...entry, apiVersion: "" }],
    "an unknown form": [{ ...entry, fieldsType: "FieldsV2" }],
    "no form": [{ manager: "z", operation: "Apply", apiVersion: "v1" }],
    "fields that are none": [{ ...entry, fieldsV1: { nocolon: {} } }],
    "text for fields": [{ ...entry, fieldsV1: "f:a" }],
    "an entry that is none": [entry, 1],
    "no list": "z",
  })
) {
  Deno.test(`${what} changes no owner`, () => {
    const created = write(undefined, secret({ a: "MQ==" }));
    const sent = secret({ a: "MQ==" }, { managedFields } as JsonObject);
    assertEquals(owners(write(created, sent)), owners(created));
  });
}

Deno.test("through a subresource nobody can alter the owners", () => {
  const resource = { ...deployments, subresource: "status", resetFields: setOf(["f:spec"]) };
  const object = (status: JsonObject, metadata: JsonObject = {}) =>
    ({
      metadata: { name: "a", ...metadata },
      spec: { replicas: 2 },
      status,
    }) as unknown as ApiObject;
  const live = write(undefined, object({}), { resource: deployments, manager: "one" });
  const after = write(live, object({ replicas: 1 }, { managedFields: [{}] }), {
    resource,
    manager: "two",
  });
  assertEquals(owners(after), {
    one: { "f:spec": { "f:replicas": {} } },
    two: { "f:status": { "f:replicas": {} } },
  });
  assertEquals((after.metadata.managedFields as JsonObject[])[1]!.subresource, "status");
});

Deno.test("content that cannot be owned field by field is not tracked", () => {
  assertEquals(owners(write(undefined, secret({}, { finalizers: ["e.com/a", "e.com/a"] }))), {});
});

Deno.test("entries of versions that are gone go with the next write", () => {
  const created = write(undefined, secret({ a: "MQ==" }), { manager: "one" });
  const managedFields = [...created.metadata.managedFields as Json[], {
    ...entry,
    apiVersion: "v9",
  }];
  const object = secret({ a: "MQ==" }, { managedFields });
  assertEquals(Object.keys(owners(write(created, object))), ["one"]);
});

Deno.test("members below what is atomic become the whole", () => {
  const created = write(undefined, secret({ a: "MQ==" }), { manager: "one" });
  const fieldsV1 = { "f:metadata": { "f:ownerReferences": { 'k:{"uid":"u"}': { "f:name": {} } } } };
  const managedFields = [{ ...entry, fieldsV1 }];
  assertEquals(owners(write(created, secret({ a: "MQ==" }, { managedFields }))).z, {
    "f:metadata": { "f:ownerReferences": { 'k:{"uid":"u"}': {} } },
  });
});

Deno.test("of many updaters the oldest become one", () => {
  let live = write(undefined, secret({ a: "MQ==" }), { manager: "m0" });
  for (let index = 1; index <= MAX_UPDATERS + 2; index++) {
    const data = { ...live.data as JsonObject, [`k${index}`]: "MQ==" };
    const time = `2026-01-01T00:00:${String(index).padStart(2, "0")}Z`;
    live = write(live, { ...live, data }, { manager: `m${index}`, time });
  }
  const names = Object.keys(owners(live));
  assertEquals(names.length, MAX_UPDATERS);
  assertEquals(names.slice(0, 2), ["ancient-changes", "m4"]);
  assertEquals(owners(live)["ancient-changes"], {
    "f:data": { ".": {}, "f:a": {}, "f:k1": {}, "f:k2": {}, "f:k3": {} },
  });
});

Deno.test("a field that was set has one updater, and nobody owns what is not there", () => {
  const data = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("MQ==", "Mg=="));
  const step = fc.record({ manager: fc.constantFrom("one", "two", "three"), data });
  fc.assert(fc.property(data, fc.array(step, { maxLength: 10 }), (first, steps) => {
    let live = write(undefined, secret({ ...first }), { manager: "zero" });
    for (const { manager, data } of steps) {
      const object = secret({ ...data }, { managedFields: live.metadata.managedFields ?? null });
      live = write(live, object, { manager });
      const owned = Object.values(owners(live)).flatMap((set) =>
        Object.keys(readFieldSet(set)["f:data"] ?? {}).filter((element) => element !== ".")
      );
      assertEquals(owned.length, new Set(owned).size, "no field has two updaters");
      const isTracked = live.metadata.managedFields !== undefined;
      const names = Object.keys(data).map((name) => `f:${name}`);
      if (isTracked) assertEquals(owned.toSorted(), names.sort());
    }
  }));
});

const data = (...names: string[]) => setOf(...names.map((name) => ["f:data", `f:${name}`]));

function managersOf(owned: Record<string, string[]>, apiVersion = "v1"): Map<string, Manager> {
  return new Map(
    Object.entries(owned).map(([name, names]) => {
      const who = { name, operation: "Apply", apiVersion, subresource: "" } as const;
      const fields = data(...names);
      return [name, { ...who, time: undefined, fields, entry: { manager: name } }];
    }),
  );
}

const fieldsOf = (managers: ReadonlyMap<string, { fields: unknown }>) =>
  Object.fromEntries([...managers].map(([name, { fields }]) => [name, fields]));

Deno.test("a field of another value is taken from all its owners but the one that gives the value", () => {
  const managers = managersOf({ one: ["a", "b"], two: ["a"], self: ["a"] });
  const change = () => ({ changed: data("a"), removed: EMPTY });
  const { managers: left, taken } = releaseChangedFields(managers, change, "self");
  assertEquals(fieldsOf(left), { one: data("b"), self: data("a") });
  assertEquals(Object.fromEntries(taken), { one: data("a"), two: data("a") });
});

Deno.test("a field that is gone is nobody's, and counts as taken from nobody", () => {
  const managers = managersOf({ one: ["a", "b"], self: ["a"] });
  const change = () => ({ changed: EMPTY, removed: data("a") });
  const { managers: left, taken } = releaseChangedFields(managers, change, "self");
  assertEquals(fieldsOf(left), { one: data("b") });
  assertEquals(taken.size, 0);
});

Deno.test("who loses nothing stays as written, who loses something is written anew", () => {
  const managers = managersOf({ one: ["a", "b"], two: ["c"] });
  const change = () => ({ changed: data("a"), removed: EMPTY });
  const { managers: left } = releaseChangedFields(managers, change);
  assertEquals(left.get("two") === managers.get("two"), true);
  assertEquals(left.get("one")?.entry, undefined);
});

Deno.test("each manager's fields are seen in the version it wrote, and go with a version that is gone", () => {
  const managers = new Map([
    ...managersOf({ now: ["a"] }),
    ...managersOf({ before: ["a"] }, "v1beta1"),
    ...managersOf({ lost: ["a"] }, "v1alpha1"),
  ]);
  const changes: Record<string, ReturnType<typeof data>> = { v1: data("a"), v1beta1: data("x") };
  const { managers: left } = releaseChangedFields(managers, (apiVersion) => {
    const changed = changes[apiVersion];
    return changed && { changed, removed: EMPTY };
  });
  assertEquals(fieldsOf(left), { before: data("a") });
  assertEquals(managerKey(left.get("before")!), "Apply\n\nbefore");
});

const schema = definition("core.v1.Secret");
let conversions = 0;

/** Secrets, of which an older version calls `data` by the name `stringData`. */
const versionedSecrets: TrackedResource = {
  apiVersion: "v1",
  schema,
  resetFields: setOf(["f:type"]),
  subresource: "",
  otherVersion: (apiVersion) =>
    apiVersion !== "v1beta1" ? undefined : {
      apiVersion,
      schema,
      resetFields: EMPTY,
      convert: ({ data, ...rest }: JsonObject) => {
        conversions++;
        return { ...rest, ...(data !== undefined && { stringData: data }) };
      },
    },
};

const before = { type: "a", data: { a: "MQ==", b: "MQ==" } };
const after = { type: "b", data: { a: "Mg==" } };

Deno.test("a change is seen in the version of the write, without what the write does not reach", () => {
  assertEquals(comparer(versionedSecrets, before, after)("v1"), {
    changed: setOf(["f:data", "f:a"]),
    removed: setOf(["f:data", "f:b"]),
    path: [],
  } as unknown);
});

Deno.test("it is seen in another version as that has it, converted when asked for and once", () => {
  conversions = 0;
  const compare = comparer(versionedSecrets, before, after);
  assertEquals(conversions, 0);
  const { changed, removed } = compare("v1beta1")!;
  assertEquals(changed, setOf(["f:stringData", "f:a"], ["f:type"]));
  assertEquals(removed, setOf(["f:stringData", "f:b"]));
  compare("v1beta1");
  assertEquals(conversions, 2);
});

Deno.test("a version that is not served shows no change and has no schema", () => {
  assertEquals(comparer(versionedSecrets, before, after)("v2"), undefined);
  assertEquals(schemaOfVersion(versionedSecrets, "v2"), undefined);
  assertEquals(schemaOfVersion(versionedSecrets, "v1") === schema, true);
  assertEquals(schemaOfVersion(versionedSecrets, "v1beta1") === schema, true);
});

Deno.test("what is always there beside the schema is there in the empty object", () => {
  const initialFields = { type: "Opaque" };
  assertEquals(initialObjectOf({ ...secrets, initialFields }).type, "Opaque");
  assertEquals(Object.hasOwn(initialObjectOf(versionedSecrets), "type"), false);
});

Deno.test("an object before anybody said anything has what is always there, and nothing else", () => {
  const metadata = { creationTimestamp: null };
  assertEquals(zeroObject(definition("core.v1.Secret")), { metadata });
  assertEquals(zeroObject(definition("apps.v1.Deployment")), {
    metadata,
    spec: {
      selector: null,
      strategy: {},
      template: { metadata, spec: { containers: null } },
    },
    status: {},
  });
});

Deno.test("an empty object is made once for each type", () => {
  const schema = definition("core.v1.Secret");
  assertEquals(zeroObject(schema) === zeroObject(schema), true);
});

const SECRET = definition("core.v1.Secret");

/** An object of which the server answers for all but what is said last. */
const objectOf = (mark: string) => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: {
    name: `a${mark}`,
    namespace: `b${mark}`,
    uid: mark,
    resourceVersion: mark,
    creationTimestamp: mark,
    generation: mark.length,
    managedFields: [{ manager: mark }],
  },
});

Deno.test("what the server answers for belongs to nobody, labels and content do", () => {
  const object = { ...objectOf("1"), data: { a: "MQ==" } };
  assertEquals(ownable(fieldSetOf(object, SECRET)), setOf(["f:data", "f:a"]));
  const labelled = { metadata: { ...object.metadata, labels: { a: "1" } } };
  assertEquals(
    ownable(fieldSetOf(labelled, SECRET)),
    setOf(["f:metadata", "f:labels", "f:a"]),
  );
});

Deno.test("an empty metadata is nobody's either", () => {
  assertEquals(ownable(fieldSetOf({ metadata: {} }, SECRET)), EMPTY);
});

Deno.test("a change of what nobody owns is no change, nor is one of what the write does not reach", () => {
  const ignored = withUnowned(setOf(["f:data"]));
  const before = { ...objectOf("1"), data: { a: "MQ==" }, type: "a" };
  const after = { ...objectOf("22"), data: { b: "MQ==" }, type: "b" };
  const { changed, removed } = compare(before, after, SECRET, ignored);
  assertEquals([changed, removed], [setOf(["f:type"]), EMPTY]);
});
