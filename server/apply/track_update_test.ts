import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { definition } from "../codec/schema.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { readFieldSet, setOf } from "./field_set.ts";
import { MAX_UPDATERS } from "./limit_updaters.ts";
import { trackUpdate } from "./track_update.ts";
import type { TrackedResource } from "./tracked_resource.ts";

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
