import { assertEquals } from "@std/assert";
import { definition } from "../codec/schema.ts";
import { compare, isSame } from "./compare.ts";
import { setOf } from "./field_set.ts";

const secret = definition("core.v1.Secret");
const deployment = definition("apps.v1.Deployment");

Deno.test("what came, what changed and what went is told part by part", () => {
  const { changed, removed } = compare(
    { data: { same: "a", other: "a", gone: "a" }, metadata: { labels: { x: "1" } } },
    { data: { same: "a", other: "b", new: "a" }, metadata: {} },
    secret,
  );
  assertEquals(changed, { "f:data": { "f:other": {}, "f:new": {} } });
  assertEquals(removed, {
    "f:data": { "f:gone": {} },
    "f:metadata": { "f:labels": { ".": {}, "f:x": {} } },
  });
});

Deno.test("a new map is new itself, with its keys", () => {
  assertEquals(compare({}, { data: { a: "b" } }, secret).changed, {
    "f:data": { ".": {}, "f:a": {} },
  });
});

Deno.test("the order of keyed items is no difference, that of an atomic list is", () => {
  const of = (containers: string[], args: string[]) => ({
    spec: { template: { spec: { containers: containers.map((name) => ({ name, args })) } } },
  });
  assertEquals(isSame(compare(of(["a", "b"], []), of(["b", "a"], []), deployment)), true);
  assertEquals(isSame(compare(of(["a"], ["x", "y"]), of(["a"], ["y", "x"]), deployment)), false);
});

Deno.test("what is ignored is not looked at, nor what is below", () => {
  const before = { status: { replicas: 1 }, metadata: { labels: { a: "1" }, uid: "a" } };
  const after = { status: { replicas: 2 }, metadata: { labels: { a: "2" }, uid: "b" } };
  const ignored = setOf(["f:status"], ["f:metadata", "f:labels"]);
  assertEquals(compare(before, after, deployment, ignored).changed, {
    "f:metadata": { "f:uid": {} },
  });
});
