import { assertEquals } from "@std/assert";
import { definition } from "../codec/schema.ts";
import { compare } from "./compare.ts";
import { EMPTY, setOf } from "./field_set.ts";
import { fieldSetOf } from "./field_set_of.ts";
import { ownable, withUnowned } from "./unowned_fields.ts";

const secret = definition("core.v1.Secret");

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
  assertEquals(ownable(fieldSetOf(object, secret)), setOf(["f:data", "f:a"]));
  const labelled = { metadata: { ...object.metadata, labels: { a: "1" } } };
  assertEquals(
    ownable(fieldSetOf(labelled, secret)),
    setOf(["f:metadata", "f:labels", "f:a"]),
  );
});

Deno.test("an empty metadata is nobody's either", () => {
  assertEquals(ownable(fieldSetOf({ metadata: {} }, secret)), EMPTY);
});

Deno.test("a change of what nobody owns is no change, nor is one of what the write does not reach", () => {
  const ignored = withUnowned(setOf(["f:data"]));
  const before = { ...objectOf("1"), data: { a: "MQ==" }, type: "a" };
  const after = { ...objectOf("22"), data: { b: "MQ==" }, type: "b" };
  const { changed, removed } = compare(before, after, secret, ignored);
  assertEquals([changed, removed], [setOf(["f:type"]), EMPTY]);
});
