import { assert, assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../api_error.ts";
import { definition } from "../codec/schema.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import {
  applyObject,
  type Conflict,
  conflictError,
  fieldsToPrune,
  LAST_APPLIED,
  withoutFields,
} from "./apply.ts";
import { EMPTY, type FieldSet, setOf } from "./field_set.ts";
import { fieldSetOf } from "./object_fields.ts";
import type { Manager } from "./managers.ts";
import {
  apply,
  conflicts,
  entriesOf,
  LATER,
  owners,
  secret,
  TIME,
  update,
} from "./test_applies.ts";

const pod = (spec: JsonObject): JsonObject => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "a" },
  spec: { template: { spec } },
});

Deno.test("the first apply creates the object and owns the applied fields", () => {
  const created = apply(
    undefined,
    secret({ data: { a: "MQ==" }, metadata: { labels: { x: "1" } } }),
  );
  assertEquals(created.data, { a: "MQ==" });
  assertEquals(entriesOf(created), [{
    manager: "m1",
    operation: "Apply",
    apiVersion: "v1",
    time: TIME,
    fieldsType: "FieldsV1",
    fieldsV1: { "f:data": { "f:a": {} }, "f:metadata": { "f:labels": { "f:x": {} } } },
  }]);
});

Deno.test("a field that is no longer applied is removed, with a map that it leaves empty", () => {
  const created = apply(undefined, secret({ data: { a: "MQ==" }, type: "x" }));
  const second = apply(created, secret({ type: "x" }));
  assertEquals([second.data, second.type], [undefined, "x"]);
});

Deno.test("a field with another owner is kept", () => {
  const first = apply(undefined, secret({ data: { a: "MQ==", b: "MQ==" } }));
  const shared = apply(first, secret({ data: { a: "MQ==" } }), { manager: "m2" });
  const left = apply(shared, secret({}));
  assertEquals(left.data, { a: "MQ==" });
  assertEquals(owners(left), { "m2 Apply": { "f:data": { "f:a": {} } } });
});

Deno.test("a field that nobody applied is kept", () => {
  const first = apply(undefined, secret({ data: { a: "MQ==" } }));
  const more = update(first, { ...first, data: { a: "MQ==", b: "Mg==" } });
  assertEquals(apply(more, secret({})).data, { b: "Mg==" });
});

Deno.test("a different value is a conflict, with a cause for each field and manager", () => {
  const first = apply(undefined, secret({ data: { a: "MQ==", b: "MQ==" } }));
  const shared = apply(first, secret({ data: { a: "MQ==" } }), { manager: "m2" });
  const changed = update(shared, { ...shared, type: "other" });
  const applied = secret({ data: { a: "Mg==", b: "MQ==" }, type: "mine" });
  assertEquals(conflicts(() => apply(changed, applied, { manager: "m3" })), [
    '.data.a: conflict with "m1"',
    '.data.a: conflict with "m2"',
    '.type: conflict with "u" using v1',
  ]);
});

Deno.test("the message names managers and fields, and groups several by manager", () => {
  const first = apply(undefined, secret({ data: { a: "MQ==", b: "MQ==" } }));
  const message = (applied: JsonObject) =>
    assertThrows(() => apply(first, applied, { manager: "m2" }), ApiError).message;
  assertEquals(
    message(secret({ data: { a: "Mg==" } })),
    'Apply failed with 1 conflict: conflict with "m1": .data.a',
  );
  assertEquals(
    message(secret({ data: { a: "Mg==", b: "Mg==" } })),
    'Apply failed with 2 conflicts: conflicts with "m1":\n- .data.a\n- .data.b',
  );
});

Deno.test("a conflict in a list names the item by its keys", () => {
  const container = (image: string) => pod({ containers: [{ name: "c", image }] });
  const live = apply(undefined, container("i:1"));
  assertEquals(conflicts(() => apply(live, container("i:2"), { manager: "m2" })), [
    '.spec.template.spec.containers[name="c"].image: conflict with "m1"',
  ]);
});

Deno.test("force takes fields over, from appliers and updaters", () => {
  const first = apply(undefined, secret({ data: { a: "MQ==", b: "MQ==" } }));
  const changed = update(first, { ...first, type: "other" });
  const applied = secret({ data: { a: "Mg==" }, type: "mine" });
  const forced = apply(changed, applied, { manager: "m2", force: true });
  assertEquals([forced.data, forced.type], [{ a: "Mg==", b: "MQ==" }, "mine"]);
  assertEquals(owners(forced), {
    "m1 Apply": { "f:data": { "f:b": {} } },
    "m2 Apply": { "f:data": { "f:a": {} }, "f:type": {} },
  });
});

Deno.test("after force the former owner gets the conflict, and can give the field up", () => {
  const first = apply(undefined, secret({ data: { a: "MQ==" } }));
  const forced = apply(first, secret({ data: { a: "Mg==" } }), { manager: "m2", force: true });
  assertEquals(conflicts(() => apply(forced, secret({ data: { a: "MQ==" } }))), [
    '.data.a: conflict with "m2"',
  ]);
  const given = apply(forced, secret({}));
  assertEquals(given.data, { a: "Mg==" });
  assertEquals(Object.keys(owners(given)), ["m2 Apply"]);
});

Deno.test("fields from before the first apply have their own manager", () => {
  const live = secret({ data: { a: "MQ==" } });
  assertEquals(conflicts(() => apply(live, secret({ data: { a: "Mg==" } }))), [
    '.data.a: conflict with "before-first-apply" using v1',
  ]);
  assertEquals(owners(apply(live, secret({ data: { b: "Mg==" } }))), {
    "m1 Apply": { "f:data": { "f:b": {} } },
    "before-first-apply Update": { "f:data": { ".": {}, "f:a": {} } },
  });
});

Deno.test("applying the same value shares the field, without a time if nothing changed", () => {
  const first = apply(undefined, secret({ data: { a: "MQ==" } }));
  const shared = apply(first, secret({ data: { a: "MQ==" } }), { manager: "m2", time: LATER });
  assertEquals(entriesOf(shared).map(({ manager, time }) => [manager, time]), [
    ["m2", undefined],
    ["m1", TIME],
  ]);
});

Deno.test("items of sets and keyed lists are given up one by one, and keep their order", () => {
  const finalizers = (...names: string[]) =>
    secret({ metadata: { finalizers: names.map((name) => `e.com/${name}`) } });
  const first = apply(undefined, finalizers("a", "b"));
  const second = apply(first, finalizers("c", "b"), { manager: "m2" });
  const third = apply(second, finalizers());
  assertEquals((second.metadata as JsonObject).finalizers, ["e.com/a", "e.com/c", "e.com/b"]);
  assertEquals((third.metadata as JsonObject).finalizers, ["e.com/c", "e.com/b"]);
});

Deno.test("an item with fields of another manager is kept", () => {
  const first = apply(undefined, pod({ containers: [{ name: "c", image: "i" }] }));
  const second = apply(first, pod({ containers: [{ name: "c", args: ["x"] }] }), { manager: "m2" });
  assertEquals(apply(second, pod({})).spec, pod({ containers: [{ name: "c", args: ["x"] }] }).spec);
});

Deno.test("unowned fields are kept beside owned ones, and removed with the whole object", () => {
  const container = { name: "c", image: "i", command: ["x"], imagePullPolicy: "Never" };
  const live = pod({ containers: [container], securityContext: { runAsUser: 1, fsGroup: 1 } });
  const named = { ".": {}, "f:name": {} };
  const entry = (manager: string, spec: JsonObject): JsonObject => ({
    manager,
    operation: "Apply",
    apiVersion: "apps/v1",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:spec": { "f:template": { "f:spec": spec } } },
  });
  (live.metadata as JsonObject).managedFields = [
    entry("m1", {
      "f:containers": { 'k:{"name":"c"}': { ...named, "f:command": {} } },
      "f:securityContext": { "f:runAsUser": {} },
    }),
    entry("m2", { "f:containers": { 'k:{"name":"c"}': { ...named, "f:image": {} } } }),
  ];
  // As kube-apiserver 1.26.15 does with this object.
  const { command: _, ...left } = container;
  assertEquals(apply(live, pod({})).spec, pod({ containers: [left] }).spec);
});

Deno.test("applying another order of a list changes nothing", () => {
  const of = (...names: string[]) => pod({ containers: names.map((name) => ({ name })) });
  const live = apply(undefined, of("a", "b"));
  assertEquals(apply(live, of("b", "a"), { time: LATER }), live);
});

Deno.test("the creator of a map owns it even when others emptied it", () => {
  const made = update(
    secret({}),
    secret({ data: { a: "MQ==" }, metadata: { managedFields: [{}] } }),
  );
  const forced = apply(made, secret({ data: { a: "Mg==" } }), { force: true });
  const emptied = apply(forced, secret({}));
  assertEquals([emptied.data, owners(emptied)], [undefined, { "u Update": { "f:data": {} } }]);
  assertEquals(conflicts(() => apply(emptied, secret({ data: { b: "MQ==" } }))), [
    '.data: conflict with "u" using v1',
  ]);
});

for (const managedFields of [[], [{}], [{ manager: "x" }]]) {
  Deno.test(`managedFields ${JSON.stringify(managedFields)} cannot be applied`, () => {
    const error = assertThrows(
      () => apply(undefined, secret({ metadata: { managedFields } })),
      ApiError,
    );
    assertEquals(error.reason, "BadRequest");
  });
}

Deno.test("a duplicate item is rejected with its path, in the configuration and in the object", () => {
  const twice = pod({ containers: [{ name: "c" }, { name: "c" }] });
  for (const action of [() => apply(undefined, twice), () => apply(twice, pod({}))]) {
    const error = assertThrows(action, ApiError);
    assertEquals(error.reason, "BadRequest");
    assert(error.message.includes('.spec.template.spec.containers[name="c"]'), error.message);
  }
});

Deno.test("server-owned fields are not owned by the applier", () => {
  const applied = secret({ metadata: { namespace: "n", uid: "u", resourceVersion: "1" } });
  assertEquals(entriesOf(apply(undefined, applied)), []);
});

const SECRET = definition("core.v1.Secret");
const DEPLOYMENT = definition("apps.v1.Deployment");
const data = (...names: string[]) => setOf(...names.map((name) => ["f:data", `f:${name}`]));

Deno.test("fields that only the applier owned and no longer applies are removed", () => {
  const merged = { data: { a: "MQ==", b: "MQ==", c: "MQ==" } };
  const owners = { before: data("a", "b"), owned: data("a") };
  assertEquals(fieldsToPrune(merged, owners, SECRET), data("b"));
});

Deno.test("fields with other owners, and fields never applied, are kept", () => {
  const merged = { data: { a: "MQ==", b: "MQ==", c: "MQ==" } };
  assertEquals(fieldsToPrune(merged, { before: data("a"), owned: data("a") }, SECRET), EMPTY);
  assertEquals(fieldsToPrune(merged, { before: EMPTY, owned: EMPTY }, SECRET), EMPTY);
});

Deno.test("a field that is already gone is not removed again", () => {
  const owners = { before: data("a", "b"), owned: data("x") };
  assertEquals(fieldsToPrune({ data: { a: "MQ==", x: "MQ==" } }, owners, SECRET), data("a"));
});

Deno.test("a named field is removed with its last subfield", () => {
  const merged = { data: { a: "MQ==" } };
  assertEquals(
    fieldsToPrune(merged, { before: data("a"), owned: EMPTY }, SECRET),
    { "f:data": { ".": {}, "f:a": {} } },
  );
});

Deno.test("an item with another manager's fields is kept", () => {
  const podOf = (...containers: JsonObject[]): JsonObject => ({
    spec: { template: { spec: { containers } } },
  });
  const merged = podOf({ name: "a", image: "i" }, { name: "b", image: "j" });
  const before = fieldSetOf(merged, DEPLOYMENT);
  const other = fieldSetOf(podOf({ name: "b", image: "j" }), DEPLOYMENT);
  const containersOf = (owned: FieldSet) =>
    fieldsToPrune(merged, { before, owned }, DEPLOYMENT)["f:spec"]!["f:template"]!["f:spec"]![
      "f:containers"
    ];
  const [a, b] = ['k:{"name":"a"}', 'k:{"name":"b"}'];
  const whole = { ".": {}, "f:image": {}, "f:name": {} };
  assertEquals(containersOf(other), { [a]: whole });
  // Changing a field of an item does not make its owner.
  const changed = setOf(["f:spec", "f:template", "f:spec", "f:containers", b, "f:image"]);
  assertEquals(containersOf(changed)?.[b], whole);
});

const managerNamed = (name: string, rest: Partial<Manager> = {}): Manager => ({
  name,
  operation: "Apply",
  apiVersion: "v1",
  subresource: "",
  time: undefined,
  fields: {},
  entry: undefined,
  ...rest,
});

const over = (who: Manager, ...names: string[]): Conflict => ({
  manager: who,
  fields: setOf(...names.map((name) => ["f:data", `f:${name}`])),
});

Deno.test("one conflict has a one-line message with the field and its manager", () => {
  const { reason, message, details } = conflictError([over(managerNamed("one"), "a")]);
  assertEquals(reason, "Conflict");
  assertEquals(message, 'Apply failed with 1 conflict: conflict with "one": .data.a');
  assertEquals(details?.causes, [{
    reason: "FieldManagerConflict",
    message: 'conflict with "one"',
    field: ".data.a",
  }]);
});

Deno.test("each field of each manager is a cause, grouped by manager", () => {
  const [one, two] = [over(managerNamed("one"), "a", "b"), over(managerNamed("two"), "a")];
  for (const conflicts of [[one, two], [two, one]]) {
    const { message, details } = conflictError(conflicts);
    assertEquals(details?.causes?.map(({ message, field }) => [message, field]), [
      ['conflict with "one"', ".data.a"],
      ['conflict with "one"', ".data.b"],
      ['conflict with "two"', ".data.a"],
    ]);
    assertEquals(message.split("\n"), [
      'Apply failed with 3 conflicts: conflicts with "one":',
      "- .data.a",
      "- .data.b",
      'conflicts with "two":',
      "- .data.a",
    ]);
  }
});

Deno.test("an updater is named with its API version, and both with their subresource", () => {
  const updater = managerNamed("u", { operation: "Update", apiVersion: "apps/v1" });
  const through = managerNamed("s", { subresource: "status" });
  const { details } = conflictError([over(updater, "a"), over(through, "a")]);
  assertEquals(details?.causes?.map(({ message }) => message), [
    'conflict with "s" with subresource "status"',
    'conflict with "u" using apps/v1',
  ]);
});

Deno.test("conflicts over given fields can be dropped, with managers left without any", () => {
  const [one, two] = [over(managerNamed("one"), "a", "b"), over(managerNamed("two"), "a")];
  const left = withoutFields([one, two], setOf(["f:data", "f:a"]));
  assertEquals(left, [over(managerNamed("one"), "b")]);
});

const resource = {
  apiVersion: "v1",
  schema: definition("core.v1.Secret"),
  resetFields: {},
  subresource: "",
};

const secretWith = (data: JsonObject, annotations?: JsonObject): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "a", ...(annotations && { annotations }) },
  data,
});

/** Returns an object with the annotation of a client-side apply. */
const clientApplied = (data: JsonObject, configuration: JsonObject | string): ApiObject => {
  const note = typeof configuration === "string" ? configuration : JSON.stringify(configuration);
  return secretWith(data, { [LAST_APPLIED]: note }) as ApiObject;
};

const applyAs = (live: ApiObject, data: JsonObject, manager = "kubectl") =>
  applyObject({
    resource,
    live,
    applied: secretWith(data),
    manager,
    force: false,
    time: "2026-01-01T00:00:00Z",
  });

Deno.test("kubectl continues its client-side apply without conflicts", () => {
  const live = clientApplied({ a: "MQ==", b: "MQ==" }, secretWith({ a: "MQ==", b: "MQ==" }));
  assertEquals(applyAs(live, { a: "Mg==", b: "MQ==" }).data, { a: "Mg==", b: "MQ==" });
});

Deno.test("fields changed since the client-side apply are in conflict", () => {
  const live = clientApplied({ a: "Mw==", b: "MQ==" }, secretWith({ a: "MQ==", b: "MQ==" }));
  const error = assertThrows(() => applyAs(live, { a: "Mg==", b: "Mg==" }), ApiError);
  assertEquals(error.details?.causes?.map(({ field }) => field), [".data.a"]);
});

Deno.test("only kubectl continues a client-side apply", () => {
  const live = clientApplied({ a: "MQ==" }, secretWith({ a: "MQ==" }));
  assertThrows(() => applyAs(live, { a: "Mg==" }, "other"), ApiError);
});

for (
  const note of [
    "",
    "{",
    "[]",
    "null",
    JSON.stringify({ ...secret({ a: "MQ==" }), apiVersion: "v2" }),
  ]
) {
  Deno.test(`the annotation ${JSON.stringify(note)} permits nothing`, () => {
    assertThrows(() => applyAs(clientApplied({ a: "MQ==" }, note), { a: "Mg==" }), ApiError);
  });
}

Deno.test("the annotation is updated, as by real servers", () => {
  const live = clientApplied({ a: "MQ==" }, secretWith({ a: "MQ==" }));
  const { annotations } = applyAs(live, { a: "Mg==" }).metadata as JsonObject;
  assertEquals(
    (annotations as JsonObject)[LAST_APPLIED],
    '{"apiVersion":"v1","data":{"a":"Mg=="},"kind":"Secret","metadata":{"name":"a"}}\n',
  );
});
