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
import type { Manager } from "./managers.ts";
import { fieldSetOf } from "./object_fields.ts";
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

Deno.test("what is applied first becomes the object, owned as far as it says", () => {
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

Deno.test("what is no longer applied is gone, with the map it leaves empty", () => {
  const created = apply(undefined, secret({ data: { a: "MQ==" }, type: "x" }));
  const second = apply(created, secret({ type: "x" }));
  assertEquals([second.data, second.type], [undefined, "x"]);
});

Deno.test("what somebody else owns as well stays", () => {
  const first = apply(undefined, secret({ data: { a: "MQ==", b: "MQ==" } }));
  const shared = apply(first, secret({ data: { a: "MQ==" } }), { manager: "m2" });
  const left = apply(shared, secret({}));
  assertEquals(left.data, { a: "MQ==" });
  assertEquals(owners(left), { "m2 Apply": { "f:data": { "f:a": {} } } });
});

Deno.test("what nobody applied stays", () => {
  const first = apply(undefined, secret({ data: { a: "MQ==" } }));
  const more = update(first, { ...first, data: { a: "MQ==", b: "Mg==" } });
  assertEquals(apply(more, secret({})).data, { b: "Mg==" });
});

Deno.test("a field of another value is refused, with a cause for each field and manager", () => {
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

Deno.test("the message names manager and field, and groups many by manager", () => {
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

Deno.test("a conflict within a list names the item by its keys", () => {
  const container = (image: string) => pod({ containers: [{ name: "c", image }] });
  const live = apply(undefined, container("i:1"));
  assertEquals(conflicts(() => apply(live, container("i:2"), { manager: "m2" })), [
    '.spec.template.spec.containers[name="c"].image: conflict with "m1"',
  ]);
});

Deno.test("force takes fields over, from appliers and updaters alike", () => {
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

Deno.test("after force the former owner meets the conflict, and can give the field up", () => {
  const first = apply(undefined, secret({ data: { a: "MQ==" } }));
  const forced = apply(first, secret({ data: { a: "Mg==" } }), { manager: "m2", force: true });
  assertEquals(conflicts(() => apply(forced, secret({ data: { a: "MQ==" } }))), [
    '.data.a: conflict with "m2"',
  ]);
  const given = apply(forced, secret({}));
  assertEquals(given.data, { a: "Mg==" });
  assertEquals(Object.keys(owners(given)), ["m2 Apply"]);
});

Deno.test("what was there before anybody applied has a manager of its own", () => {
  const live = secret({ data: { a: "MQ==" } });
  assertEquals(conflicts(() => apply(live, secret({ data: { a: "Mg==" } }))), [
    '.data.a: conflict with "before-first-apply" using v1',
  ]);
  assertEquals(owners(apply(live, secret({ data: { b: "Mg==" } }))), {
    "m1 Apply": { "f:data": { "f:b": {} } },
    "before-first-apply Update": { "f:data": { ".": {}, "f:a": {} } },
  });
});

Deno.test("who applies the same as somebody else shares it, from no time on as nothing changed", () => {
  const first = apply(undefined, secret({ data: { a: "MQ==" } }));
  const shared = apply(first, secret({ data: { a: "MQ==" } }), { manager: "m2", time: LATER });
  assertEquals(entriesOf(shared).map(({ manager, time }) => [manager, time]), [
    ["m2", undefined],
    ["m1", TIME],
  ]);
});

Deno.test("items of sets and keyed lists are given up one by one, and keep their places", () => {
  const finalizers = (...names: string[]) =>
    secret({ metadata: { finalizers: names.map((name) => `e.com/${name}`) } });
  const first = apply(undefined, finalizers("a", "b"));
  const second = apply(first, finalizers("c", "b"), { manager: "m2" });
  const third = apply(second, finalizers());
  assertEquals((second.metadata as JsonObject).finalizers, ["e.com/a", "e.com/c", "e.com/b"]);
  assertEquals((third.metadata as JsonObject).finalizers, ["e.com/c", "e.com/b"]);
});

Deno.test("an item that another manager has fields in stays with them", () => {
  const first = apply(undefined, pod({ containers: [{ name: "c", image: "i" }] }));
  const second = apply(first, pod({ containers: [{ name: "c", args: ["x"] }] }), { manager: "m2" });
  assertEquals(apply(second, pod({})).spec, pod({ containers: [{ name: "c", args: ["x"] }] }).spec);
});

Deno.test("what nobody owns stays beside others' fields, and goes with an object given up whole", () => {
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
  // As kube-apiserver 1.26.15 did with this very object.
  const { command: _, ...left } = container;
  assertEquals(apply(live, pod({})).spec, pod({ containers: [left] }).spec);
});

Deno.test("applying the other order of a list changes nothing", () => {
  const of = (...names: string[]) => pod({ containers: names.map((name) => ({ name })) });
  const live = apply(undefined, of("a", "b"));
  assertEquals(apply(live, of("b", "a"), { time: LATER }), live);
});

Deno.test("who made a map owns it even when others emptied it", () => {
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

Deno.test("an item twice is refused with its path, in the configuration and in what is there", () => {
  const twice = pod({ containers: [{ name: "c" }, { name: "c" }] });
  for (const action of [() => apply(undefined, twice), () => apply(twice, pod({}))]) {
    const error = assertThrows(action, ApiError);
    assertEquals(error.reason, "BadRequest");
    assert(error.message.includes('.spec.template.spec.containers[name="c"]'), error.message);
  }
});

Deno.test("the fields of the server are applied by nobody", () => {
  const applied = secret({ metadata: { namespace: "n", uid: "u", resourceVersion: "1" } });
  assertEquals(entriesOf(apply(undefined, applied)), []);
});

const SECRET = definition("core.v1.Secret");
const DEPLOYMENT = definition("apps.v1.Deployment");
const data = (...names: string[]) => setOf(...names.map((name) => ["f:data", `f:${name}`]));

Deno.test("what was applied and is owned by nobody now is given up", () => {
  const merged = { data: { a: "MQ==", b: "MQ==", c: "MQ==" } };
  const owners = { before: data("a", "b"), owned: data("a") };
  assertEquals(fieldsToPrune(merged, owners, SECRET), data("b"));
});

Deno.test("what somebody else owns is kept, and so is what was never applied", () => {
  const merged = { data: { a: "MQ==", b: "MQ==", c: "MQ==" } };
  assertEquals(fieldsToPrune(merged, { before: data("a"), owned: data("a") }, SECRET), EMPTY);
  assertEquals(fieldsToPrune(merged, { before: EMPTY, owned: EMPTY }, SECRET), EMPTY);
});

Deno.test("what is gone already is not given up again", () => {
  const owners = { before: data("a", "b"), owned: data("x") };
  assertEquals(fieldsToPrune({ data: { a: "MQ==", x: "MQ==" } }, owners, SECRET), data("a"));
});

Deno.test("a field that is named goes with the last of what it holds", () => {
  const merged = { data: { a: "MQ==" } };
  assertEquals(
    fieldsToPrune(merged, { before: data("a"), owned: EMPTY }, SECRET),
    { "f:data": { ".": {}, "f:a": {} } },
  );
});

Deno.test("an item with fields of somebody else's stays with them", () => {
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
  // Who changed a field of an item has not come to own the item.
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

Deno.test("one conflict is told in one line, with the field and its manager", () => {
  const { reason, message, details } = conflictError([over(managerNamed("one"), "a")]);
  assertEquals(reason, "Conflict");
  assertEquals(message, 'Apply failed with 1 conflict: conflict with "one": .data.a');
  assertEquals(details?.causes, [{
    reason: "FieldManagerConflict",
    message: 'conflict with "one"',
    field: ".data.a",
  }]);
});

Deno.test("each field of each manager is a cause, grouped by manager whatever order they came in", () => {
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

Deno.test("an updater is told by the version it wrote, and both by their subresource", () => {
  const updater = managerNamed("u", { operation: "Update", apiVersion: "apps/v1" });
  const through = managerNamed("s", { subresource: "status" });
  const { details } = conflictError([over(updater, "a"), over(through, "a")]);
  assertEquals(details?.causes?.map(({ message }) => message), [
    'conflict with "s" with subresource "status"',
    'conflict with "u" using apps/v1',
  ]);
});

Deno.test("conflicts over certain fields can be let go, and managers go with their last", () => {
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

/** An object whose client applied the configuration by itself. */
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

Deno.test("a client goes on with what it applied by itself, without conflicts", () => {
  const live = clientApplied({ a: "MQ==", b: "MQ==" }, secretWith({ a: "MQ==", b: "MQ==" }));
  assertEquals(applyAs(live, { a: "Mg==", b: "MQ==" }).data, { a: "Mg==", b: "MQ==" });
});

Deno.test("what was changed since then is in conflict all the same", () => {
  const live = clientApplied({ a: "Mw==", b: "MQ==" }, secretWith({ a: "MQ==", b: "MQ==" }));
  const error = assertThrows(() => applyAs(live, { a: "Mg==", b: "Mg==" }), ApiError);
  assertEquals(error.details?.causes?.map(({ field }) => field), [".data.a"]);
});

Deno.test("only for the client that leaves such notes", () => {
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
  Deno.test(`the note ${JSON.stringify(note)} allows nothing`, () => {
    assertThrows(() => applyAs(clientApplied({ a: "MQ==" }, note), { a: "Mg==" }), ApiError);
  });
}

Deno.test("the note is kept up to date, as other servers write it", () => {
  const live = clientApplied({ a: "MQ==" }, secretWith({ a: "MQ==" }));
  const { annotations } = applyAs(live, { a: "Mg==" }).metadata as JsonObject;
  assertEquals(
    (annotations as JsonObject)[LAST_APPLIED],
    '{"apiVersion":"v1","data":{"a":"Mg=="},"kind":"Secret","metadata":{"name":"a"}}\n',
  );
});
