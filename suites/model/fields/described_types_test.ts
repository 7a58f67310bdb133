import { assertEquals } from "@std/assert";
import { DIALECTS } from "../../client/dialect.ts";
import type { JsonObject } from "../../client/http_client.ts";
import type { DescribedValue, ResourceType } from "../../client/resource_type.ts";
import { describedType } from "./described_types.ts";
import { droppedFieldsOf } from "./dropped_fields.ts";
import { rightValue, shapeFields } from "./shape.ts";

function described(
  type: string,
  properties: Readonly<Record<string, DescribedValue>> = {},
  facts: Partial<DescribedValue> = {},
): DescribedValue {
  return {
    type,
    name: "",
    open: false,
    fields: Object.keys(properties),
    field: (name) => properties[name],
    items: undefined,
    mergeKey: undefined,
    ...facts,
  };
}

const text = described("string");

const WIDGET = described("object", {
  spec: described("object", {
    size: described("integer"),
    title: text,
    share: described("string", {}, { name: "Quantity" }),
    free: described("object", { one: text }, { open: true }),
    parts: described("list", {}, { items: described("object", { colour: text }) }),
    names: described("list", {}, { items: text }),
  }),
});

function widget(facts: Partial<ResourceType> = {}): ResourceType {
  const body = (_: unknown, content: number, name: string): JsonObject => ({
    spec: {
      size: content,
      title: `the ${name}`,
      share: "1m",
      free: { one: "1" },
      parts: [{ colour: "red" }],
      names: [name],
      other: "not described",
    },
  });
  return {
    resource: "widgets",
    kind: "Widget",
    group: () => "example.invalid",
    version: "v1",
    namespaced: true,
    body,
    change: () => ({}),
    ...facts,
  };
}

const shapeOf = (type: ResourceType) => describedType(type, DIALECTS.kubernetes).shape;

Deno.test("the shape of a described type has the fields that are described, with their values", () => {
  const fields = shapeFields(shapeOf(widget({ described: WIDGET })))
    .filter(({ place }) => place[0] === "spec")
    .map(({ place, type, values = [] }) => `${place.join(".")} ${type} ${values.join()}`.trim());
  assertEquals(fields, [
    "spec object",
    "spec.size integer 1,2",
    // Its value depends on the object.
    "spec.title string",
    "spec.free map",
    "spec.free.one string 1",
    "spec.parts list",
    "spec.parts.0 object",
    "spec.parts.0.colour string red",
    "spec.names list",
  ]);
});

Deno.test("a list with words of its object is left as the object has it", () => {
  const { spec } = rightValue(shapeOf(widget({ described: WIDGET })), 0) as JsonObject;
  assertEquals(spec, { size: 1, free: { one: "1" }, parts: [{ colour: "red" }] });
});

Deno.test("of a type that is not described the metadata alone is known", () => {
  const shape = shapeOf(widget());
  const places = droppedFieldsOf(shape).map(({ injected: { place } }) => place[0]);
  assertEquals(new Set(places), new Set(["metadata"]));
});
