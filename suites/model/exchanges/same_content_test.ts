import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { canonical } from "../content.ts";
import { asObject } from "../object.ts";
import { isSameContent, isSameValue } from "./same_content.ts";

const SAME: readonly [JsonObject, JsonObject][] = [
  [{ a: 1, b: "x" }, { b: "x", a: 1 }],
  [{ apiVersion: "v1", kind: "Secret", data: { a: "b" } }, { data: { a: "b" } }],
  [{ data: null, type: "", spec: { list: [] } }, {}],
  [{ items: [{ a: null }] }, { items: [{}] }],
  [{ time: "2026-01-02T03:04:05Z" }, { time: "2026-01-02T05:04:05.600000+02:00" }],
];

const DIFFERENT: readonly [JsonObject, JsonObject][] = [
  [{ a: 1 }, { a: 2 }],
  [{ a: 0 }, {}],
  [{ a: false }, { a: null }],
  [{ time: "2026-01-02T03:04:05Z" }, { time: "2026-01-02T03:04:06Z" }],
  [{ time: "2026-01-02T03:04:05Z" }, { time: "2026-13-02T03:04:05Z" }],
  [{ a: [null] }, { a: [] }],
  [{ a: [null] }, { a: [{}] }],
  [{ a: ["x"] }, { a: { 0: "x" } }],
  [{ a: { constructor: "x" } }, { a: { toString: "x" } }],
];

for (const [left, right] of SAME) {
  Deno.test(`${JSON.stringify(left)} and ${JSON.stringify(right)} have the same content`, () => {
    assertEquals([isSameContent(left, right), isSameContent(right, left)], [true, true]);
  });
}

for (const [left, right] of DIFFERENT) {
  Deno.test(`${JSON.stringify(left)} and ${JSON.stringify(right)} differ`, () => {
    assertEquals([isSameContent(left, right), isSameContent(right, left)], [false, false]);
  });
}

Deno.test("the comparison agrees with that of texts without empty fields", () => {
  const word = fc.constantFrom("a", "b", "");
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, "", "x", 0, 1, false),
      fc.array(tie("value"), { maxLength: 2 }),
      fc.dictionary(word, tie("value"), { maxKeys: 3 }) as fc.Arbitrary<Json>,
    ),
  }));
  fc.assert(
    fc.property(
      value,
      value,
      (left, right) => isSameValue(left, right) === (textOf(left) === textOf(right)),
    ),
    { numRuns: 2_000 },
  );
});

function textOf(value: Json): string {
  return canonical(withoutEmpty(value));
}

function withoutEmpty(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  const object = asObject(value);
  if (object === undefined) return value;
  const isKept = (inner: Json) =>
    inner !== null && inner !== "" &&
    (typeof inner !== "object" || Object.keys(inner).length > 0);
  return Object.fromEntries(
    Object.entries(object).map(([key, inner]) => [key, withoutEmpty(inner)] as const)
      .filter(([, inner]) => isKept(inner)),
  );
}
