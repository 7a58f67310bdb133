import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { DEDUCED, definition } from "../codec/schema.ts";
import { setOf } from "./field_set.ts";
import { compare, isSame, mergeApplied, mergeOrder } from "./merge_and_compare.ts";

const deployment = definition("apps.v1.Deployment");

/** As kube-apiserver 1.26.15 orders finalizers of these letters; where only the order differs it
 * leaves the list alone, which is not for a merge to know. */
const ORDERS: readonly (readonly [live: string, applied: string, merged: string])[] = [
  ["", "ab", "ab"],
  ["ab", "", "ab"],
  ["abc", "bd", "abcd"],
  ["ab", "xb", "axb"],
  ["ab", "xay", "xaby"],
  ["abcd", "dxb", "acdxb"],
  ["abcde", "ebx", "acdebx"],
  ["abcdef", "fxbyd", "acefxbyd"],
];

for (const [live, applied, merged] of ORDERS) {
  Deno.test(`[${live}] with [${applied}] applied is [${merged}]`, () => {
    assertEquals(mergeOrder([...live], [...applied]).join(""), merged);
  });
}

Deno.test("a merged list has each item once, the applied ones in the applied order", () => {
  const letters = fc.shuffledSubarray([..."abcdefg"]);
  fc.assert(fc.property(letters, letters, (live, applied) => {
    const merged = mergeOrder(live, applied);
    assertEquals(merged.toSorted(), [...new Set([...live, ...applied])].sort());
    assertEquals(merged.filter((item) => applied.includes(item)), applied);
    const own = live.filter((item) => !applied.includes(item));
    assertEquals(merged.filter((item) => own.includes(item)), own);
  }));
});

Deno.test("a merge adds and replaces, removes nothing and changes neither argument", () => {
  const live = {
    metadata: { labels: { a: "1", b: "1" } },
    spec: { template: { spec: { containers: [{ name: "c", image: "i", args: ["x"] }] } } },
  };
  const applied = {
    metadata: { labels: { b: "2", c: "2" } },
    spec: { template: { spec: { containers: [{ name: "c", args: ["y"] }] } } },
  };
  const before = JSON.stringify([live, applied]);
  assertEquals(mergeApplied(live, applied, deployment), {
    metadata: { labels: { a: "1", b: "2", c: "2" } },
    spec: { template: { spec: { containers: [{ name: "c", image: "i", args: ["y"] }] } } },
  });
  assertEquals(JSON.stringify([live, applied]), before);
});

Deno.test("null for a map or a list removes nothing", () => {
  const live = { metadata: { labels: { a: "1" }, finalizers: ["e.com/a"] } };
  const applied = { metadata: { labels: null, finalizers: null } };
  assertEquals(mergeApplied(live, applied, deployment), live);
});

const secret = definition("core.v1.Secret");

Deno.test("added, changed and removed fields are reported one by one", () => {
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

Deno.test("a new map is reported with its keys", () => {
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

Deno.test("ignored fields are not compared, nor the fields below them", () => {
  const before = { status: { replicas: 1 }, metadata: { labels: { a: "1" }, uid: "a" } };
  const after = { status: { replicas: 2 }, metadata: { labels: { a: "2" }, uid: "b" } };
  const ignored = setOf(["f:status"], ["f:metadata", "f:labels"]);
  assertEquals(compare(before, after, deployment, ignored).changed, {
    "f:metadata": { "f:uid": {} },
  });
});

Deno.test("a value without a schema that was an object loses the parts of the object", () => {
  const schema = { ...deployment, fields: new Map(), unknown: DEDUCED };
  const { changed, removed } = compare({ a: { b: 1 } }, { a: "b" }, schema);
  assertEquals(changed, setOf(["f:a"]));
  assertEquals(removed, setOf(["f:a"], ["f:a", "f:b"]));
});
