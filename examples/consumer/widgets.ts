import { defineResource } from "@plumbline/plumbline/server";

/** The resource Widget, as a CustomResourceDefinition would define it. */
export const widgets = defineResource({
  group: "acme.example",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  shortNames: ["wd"],
  schema: {
    type: "object",
    properties: {
      spec: {
        type: "object",
        required: ["size"],
        properties: {
          size: { type: "integer", minimum: 1 },
          colour: { type: "string", enum: ["red", "green"], default: "red" },
        },
      },
    },
  },
});
