/**
 * An OpenAPI document of a type that has fields of most forms; for tests.
 *
 * @module
 */
import type { JsonObject } from "../../client/http_client.ts";

const META = "io.k8s.apimachinery.pkg.apis.meta.v1";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const SPEC: JsonObject = {
  type: "object",
  required: ["size", "colour", "hosts", "ports", "window", "code", "selector", "template"],
  properties: {
    size: { type: "integer", minimum: 2, exclusiveMinimum: true, maximum: 9 },
    colour: { type: "string", enum: ["", "red", "green"] },
    code: { type: "string", pattern: "^[A-Z]{3}$" },
    title: { type: "string", maxLength: 5 },
    long: { type: "string", minLength: 30 },
    on: { type: "boolean", default: true },
    replicas: { type: "integer", format: "int32" },
    surge: {
      "x-kubernetes-int-or-string": true,
      "anyOf": [{ type: "integer" }, { type: "string" }],
    },
    hosts: {
      "type": "array",
      "items": { type: "string" },
      "minItems": 2,
      "x-kubernetes-list-type": "set",
    },
    ports: {
      "type": "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["port"],
      "items": { type: "object", required: ["port"], properties: { port: { type: "integer" } } },
    },
    weights: { type: "object", additionalProperties: { type: "integer", maximum: 5 } },
    window: {
      type: "object",
      required: ["from"],
      properties: {
        from: { allOf: [ref(`${META}.MicroTime`)] },
        until: { type: "string", format: "date-time" },
      },
    },
    selector: { allOf: [ref(`${META}.LabelSelector`)], default: {} },
    template: {
      type: "object",
      properties: { metadata: ref(`${META}.ObjectMeta`), image: { type: "string" } },
    },
    anything: { "type": "object", "x-kubernetes-preserve-unknown-fields": true },
  },
};

/** Returns a document of version 3 with the kind Gadget of `example.invalid/v1`. */
export function gadgetDocument(): { readonly components: { readonly schemas: JsonObject } } {
  return {
    components: {
      schemas: {
        "invalid.example.v1.Gadget": {
          "type": "object",
          "required": ["spec"],
          "properties": {
            apiVersion: { type: "string" },
            kind: { type: "string" },
            metadata: ref(`${META}.ObjectMeta`),
            spec: SPEC,
            status: {
              type: "object",
              required: ["phase"],
              properties: { phase: { type: "string" } },
            },
            data: { type: "object", additionalProperties: { type: "string" } },
          },
          "x-kubernetes-group-version-kind": [
            { group: "example.invalid", version: "v1", kind: "Gadget" },
          ],
        },
        [`${META}.MicroTime`]: { type: "string", format: "date-time" },
        [`${META}.ObjectMeta`]: {
          type: "object",
          properties: { labels: { type: "object", additionalProperties: { type: "string" } } },
        },
        [`${META}.LabelSelector`]: {
          type: "object",
          properties: { matchLabels: { type: "object", additionalProperties: { type: "string" } } },
        },
      },
    },
  };
}
