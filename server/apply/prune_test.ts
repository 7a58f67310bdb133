import { assertEquals } from "@std/assert";
import { definition } from "../codec/schema.ts";
import type { JsonObject } from "../object.ts";
import { EMPTY, type FieldSet, setOf } from "./field_set.ts";
import { fieldSetOf } from "./field_set_of.ts";
import { fieldsGivenUp } from "./prune.ts";

const secret = definition("core.v1.Secret");
const deployment = definition("apps.v1.Deployment");
const data = (...names: string[]) => setOf(...names.map((name) => ["f:data", `f:${name}`]));

Deno.test("what was applied and is owned by nobody now is given up", () => {
  const merged = { data: { a: "MQ==", b: "MQ==", c: "MQ==" } };
  const owners = { before: data("a", "b"), owned: data("a") };
  assertEquals(fieldsGivenUp(merged, owners, secret), data("b"));
});

Deno.test("what somebody else owns is kept, and so is what was never applied", () => {
  const merged = { data: { a: "MQ==", b: "MQ==", c: "MQ==" } };
  assertEquals(fieldsGivenUp(merged, { before: data("a"), owned: data("a") }, secret), EMPTY);
  assertEquals(fieldsGivenUp(merged, { before: EMPTY, owned: EMPTY }, secret), EMPTY);
});

Deno.test("what is gone already is not given up again", () => {
  const owners = { before: data("a", "b"), owned: data("x") };
  assertEquals(fieldsGivenUp({ data: { a: "MQ==", x: "MQ==" } }, owners, secret), data("a"));
});

Deno.test("a field that is named goes with the last of what it holds", () => {
  const merged = { data: { a: "MQ==" } };
  assertEquals(
    fieldsGivenUp(merged, { before: data("a"), owned: EMPTY }, secret),
    { "f:data": { ".": {}, "f:a": {} } },
  );
});

Deno.test("an item with fields of somebody else's stays with them", () => {
  const podOf = (...containers: JsonObject[]): JsonObject => ({
    spec: { template: { spec: { containers } } },
  });
  const merged = podOf({ name: "a", image: "i" }, { name: "b", image: "j" });
  const before = fieldSetOf(merged, deployment);
  const other = fieldSetOf(podOf({ name: "b", image: "j" }), deployment);
  const containersOf = (owned: FieldSet) =>
    fieldsGivenUp(merged, { before, owned }, deployment)["f:spec"]!["f:template"]!["f:spec"]![
      "f:containers"
    ];
  const [a, b] = ['k:{"name":"a"}', 'k:{"name":"b"}'];
  const whole = { ".": {}, "f:image": {}, "f:name": {} };
  assertEquals(containersOf(other), { [a]: whole });
  // Who changed a field of an item has not come to own the item.
  const changed = setOf(["f:spec", "f:template", "f:spec", "f:containers", b, "f:image"]);
  assertEquals(containersOf(changed)?.[b], whole);
});
