/**
 * Tests of the structure of values.
 *
 * @module
 */
import { assertThrows } from "@std/assert";
import { objectSchemaOf, type OpenApiSchema } from "../codec/openapi_schema.ts";
import { DEDUCED } from "../codec/schema.ts";
import type { Json } from "../object.ts";
import { StructureError } from "./path_elements.ts";
import { checkStructure } from "./structure.ts";

const FIELDS: Readonly<Record<string, OpenApiSchema>> = {
  text: { type: "string" },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  time: { type: "string", format: "date-time" },
  either: { "x-kubernetes-int-or-string": true },
  open: { "x-kubernetes-preserve-unknown-fields": true },
  list: { type: "array", items: { type: "string" } },
  set: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
  map: { type: "object", additionalProperties: { type: "string" } },
  whole: {
    type: "object",
    properties: { a: { type: "integer" } },
    "x-kubernetes-map-type": "atomic",
  },
  rows: {
    type: "array",
    items: { type: "object", properties: { name: { type: "string" }, size: { type: "integer" } } },
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
  },
};

const SCHEMA = objectSchemaOf("a.v1.A", { type: "object", properties: FIELDS }, { open: DEDUCED });

const check = (name: string, value: Json) => checkStructure({ [name]: value }, SCHEMA);

Deno.test("a value of the type of its schema has its structure, and so has null", () => {
  const values: readonly (readonly [string, Json])[] = [
    ["text", "a"],
    ["integer", 1.5],
    ["number", 2],
    ["boolean", false],
    ["time", "yesterday"],
    ["metadata", { creationTimestamp: 1, labels: { a: "b" } }],
    ["either", { a: [] }],
    ["open", [{ a: [1, "a"] }]],
    ["list", ["a", "a", null]],
    ["set", ["a", "b"]],
    ["map", { a: "b", c: null }],
    ["whole", { a: 1, b: {} }],
    ["rows", [{ name: "a", size: 1 }, { name: "b" }]],
  ];
  for (const [name, value] of values) {
    check(name, value);
    check(name, null);
  }
});

Deno.test("a part of another type has another structure, also in lists and objects with one owner", () => {
  const values: readonly (readonly [string, Json])[] = [
    ["text", 1],
    ["integer", "1"],
    ["number", {}],
    ["boolean", "true"],
    ["time", 1],
    ["metadata", { creationTimestamp: 1, labels: { a: 1 } }],
    ["list", "a"],
    ["list", { 0: "a" }],
    ["list", ["a", 1]],
    ["set", ["a", "a"]],
    ["set", [1]],
    ["map", []],
    ["map", { a: 1 }],
    ["whole", { a: "1" }],
    ["whole", 1],
    ["rows", [{ size: 1 }]],
    ["rows", [{ name: "a", size: "1" }]],
  ];
  for (const [name, value] of values) {
    assertThrows(() => check(name, value), StructureError);
  }
});
