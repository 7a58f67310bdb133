import { assertEquals } from "@std/assert";
import { nearMisses } from "./near_misses.ts";
import {
  filledIn,
  int32,
  known,
  list,
  map,
  merged,
  numberOfRightValues,
  object,
  required,
  rightValue,
  shapeFields,
  string,
} from "./shape.ts";

const shape = object({
  kind: string(),
  spec: required(object({
    count: int32(1, 2, 3),
    names: list(string("{name}"), string("b")),
    secret: known({ unset: true, undocumented: true }, map({ a: string("c") })),
  })),
});

Deno.test("lists every field with its place and facts", () => {
  assertEquals(shapeFields(shape).map(({ place, type }) => `${place.join(".")} ${type}`), [
    "kind string",
    "spec object",
    "spec.count int32",
    "spec.names list",
    "spec.names.0 string",
    "spec.names.1 string",
    "spec.secret map",
    "spec.secret.a string",
  ]);
  const facts = { undocumented: true as const, unset: true as const, values: ["c"] };
  assertEquals(shapeFields(shape).at(-1), {
    place: ["spec", "secret", "a"],
    type: "string",
    ...facts,
  });
});

Deno.test("makes right values, with unset fields only on request", () => {
  assertEquals(rightValue(shape, 0), { spec: { count: 1, names: ["{name}", "b"] } });
  assertEquals(rightValue(shape, 4, ["spec", "secret", "a"]), {
    spec: { count: 2, names: ["{name}", "b"], secret: { a: "c" } },
  });
  assertEquals(numberOfRightValues(shape), 3);
  assertEquals(filledIn({ "{name}": ["{name}", "{other}"] }, { name: "x" }), {
    x: ["x", "{other}"],
  });
});

Deno.test("merges objects and replaces everything else", () => {
  assertEquals(merged({ a: { b: 1, c: [1] }, d: 1 }, { a: { c: [2] }, d: {} }), {
    a: { b: 1, c: [2] },
    d: {},
  });
});

Deno.test("near misses of an integer are at the bounds of 32 bits", () => {
  const values = nearMisses({ place: ["a"], type: "int32" }).map(({ value }) => value);
  assertEquals(values.filter((value) => typeof value === "number"), [
    1.5,
    2147483648,
    -2147483649,
    4294967296,
  ]);
});

Deno.test("near misses of a field with allowed values differ from each in case and space", () => {
  const words = nearMisses({ place: ["a"], type: "string", allowed: ["Recreate"] })
    .map(({ value }) => value);
  assertEquals(words.slice(-3), ["recreate", "RECREATE", "Recreate "]);
});
