import { assert, assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../api_error.ts";
import type { JsonObject } from "../object.ts";
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
