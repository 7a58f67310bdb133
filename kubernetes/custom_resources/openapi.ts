/**
 * Describes custom resources in OpenAPI documents.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import type { JsonSchema } from "./json_schema.ts";

/**
 * Returns the name of a schema as documents have it: the parts of the group in reverse, for example
 * `example.acme.v1.Widget`.
 */
export const schemaNameOf = (group: string, version: string, kind: string): string =>
  [...group.split(".").reverse(), version, kind].join(".");

/** Returns the schema of objects as documents have it, with the fields that every object has. */
export function openApiOf(schema: JsonSchema): JsonObject {
  const { properties, ...rest } = schema as JsonSchema & JsonObject;
  return {
    type: "object",
    ...rest as JsonObject,
    properties: {
      apiVersion: { type: "string", description: API_VERSION },
      kind: { type: "string", description: KIND },
      metadata: {
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
        description: "Standard object's metadata. More info: " +
          "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
      },
      ...withoutImplicit(properties as JsonObject | undefined),
    },
  };
}

function withoutImplicit(properties: JsonObject = {}): JsonObject {
  const { apiVersion: _, kind: __, metadata: ___, ...rest } = properties;
  return rest;
}

const API_VERSION =
  "APIVersion defines the versioned schema of this representation of an object. Servers should " +
  "convert recognized schemas to the latest internal value, and may reject unrecognized values.";
const KIND =
  "Kind is a string value representing the REST resource this object represents. Servers may " +
  "infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase.";
