import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/yaml";
import { hasKey, inject, placesOf, resolveInjections } from "./field_injection.ts";
import { jsonText, yamlText } from "./tree.ts";

const OBJECT = {
  kind: "Role",
  metadata: { name: "a", labels: { key: "value" } },
  rules: [{ verbs: ["get"] }, {}],
};

Deno.test("fields can be put into every object but those whose keys are data", () => {
  assertEquals(placesOf(OBJECT), [[], ["metadata"], ["rules", 0], ["rules", 1]]);
});

Deno.test("an unknown field is written where it was put, and a duplicate one twice", () => {
  const injected = resolveInjections(OBJECT, [
    { kind: "unknown", place: 2, words: "more", value: [null] },
    { kind: "duplicate", place: 1 },
  ]);
  assertEquals(injected.map(({ field }) => field), ["more0", "name"]);
  assertEquals(
    jsonText(inject(OBJECT, injected)),
    '{"kind":"Role","metadata":{"name":"a","labels":{"key":"value"},"name":"a"},' +
      '"rules":[{"verbs":["get"],"more0":[null]},{}]}',
  );
});

Deno.test("a field that is generated twice is inserted once", () => {
  const generated = { kind: "duplicate" as const, place: 0 };
  assertEquals(resolveInjections(OBJECT, [generated, { ...generated }, generated]).length, 1);
});

Deno.test("the YAML of a body says what its JSON says", () => {
  for (const value of [OBJECT, { a: [], b: {}, c: [[1, 2], [{ d: null }]], "e f": "x: y\n" }]) {
    assertEquals(parse(yamlText(inject(value, []))), value);
  }
});

Deno.test("a key is found however deep, and a value of the same words is not", () => {
  assert(hasKey({ a: [{ b: { c: 1 } }] }, "c"));
  assert(!hasKey({ a: ["c"] }, "c"));
});
