import { assertEquals } from "@std/assert";
import type { Json } from "@plumbline/server/api";
import type { JsonSchema } from "./json_schema.ts";
import { validateListTypes } from "./list_types.ts";

const SET: JsonSchema = {
  type: "array",
  "x-kubernetes-list-type": "set",
  items: { type: "object" },
};
const MAP: JsonSchema = {
  type: "array",
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name", "port"],
  items: { type: "object" },
};

const fieldsOf = (value: Json, schema: JsonSchema) =>
  validateListTypes(value, schema, "list").map(({ field, message }) => [field, message]);

Deno.test("an item of a set that occurs several times is reported once, whatever its keys' order", () => {
  assertEquals(fieldsOf([{ a: 1, b: "x" }, 1, { b: "x", a: 1 }, { a: 1, b: "x" }, "1"], SET), [
    ["list[2]", 'Duplicate value: map[string]interface {}{"a":1, "b":"x"}'],
  ]);
});

Deno.test("the items of a map are distinct by their keys", () => {
  const items = [{ name: "a", port: 1, x: 1 }, { name: "a", port: 2 }, { name: "a", port: 1 }];
  assertEquals(fieldsOf(items, MAP), [
    ["list[2]", 'Duplicate value: map[string]interface {}{"name":"a", "port":1}'],
  ]);
});

Deno.test("a set of 50,000 items is validated in linear time", () => {
  // Each item was compared with all before it, which took minutes.
  const items = Array.from({ length: 50_000 }, (_, at) => `item-${at}`);
  assertEquals(fieldsOf([...items, "item-7"], SET), [["list[50000]", 'Duplicate value: "item-7"']]);
});
