/**
 * Converts a definition of an OpenAPI document to the schema of a resource: references are
 * replaced by what they refer to.
 *
 * @module
 */
import type { OpenApiSchema } from "@plumbline/server/codec";
import type { Json, JsonObject } from "@plumbline/server/api";
import { objectOf } from "../requests/schemas/openapi.ts";

/** The schema of a kind, and what it does not have of the definition. */
export interface ReadSchema {
  readonly schema: OpenApiSchema;
  /** Sentences about what is left out. */
  readonly leftOut: readonly string[];
}

/** The definitions of a document, by their full names. */
export type Definitions = Readonly<Record<string, JsonObject>>;

/** Definitions that are one value, by the end of their names, whatever the documents say of them. */
const VALUES: Readonly<Record<string, OpenApiSchema>> = {
  Quantity: { type: "string", format: "quantity" },
  IntOrString: { "x-kubernetes-int-or-string": true },
  Time: { type: "string", format: "date-time" },
  MicroTime: { type: "string", format: "micro-time" },
  RawExtension: { "x-kubernetes-preserve-unknown-fields": true },
  FieldsV1: { "x-kubernetes-preserve-unknown-fields": true },
};

/** What is copied as it is. */
const COPIED = [
  "type",
  "format",
  "enum",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "pattern",
  "x-kubernetes-map-type",
  "x-kubernetes-int-or-string",
  "x-kubernetes-embedded-resource",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-patch-strategy",
  "x-kubernetes-patch-merge-key",
] as const;

/**
 * Returns the schema of a kind.
 *
 * @param name the full name of its definition
 */
export function readSchema(name: string, definitions: Definitions): ReadSchema {
  const leftOut: string[] = [];

  function read(given: Json | undefined, path: string, above: readonly string[]): OpenApiSchema {
    const { reference, raw } = resolve(given, definitions);
    const value = VALUES[reference.split(".").at(-1)!];
    if (value) return value;
    if (above.includes(reference)) {
      leftOut.push(`The fields of ${path}: ${reference} contains itself. They are not validated.`);
      return { "x-kubernetes-preserve-unknown-fields": true };
    }
    const inside = reference ? [...above, reference] : above;
    const { properties, items, additionalProperties, required } = raw;
    const fields = Object.entries(objectOf(properties)).map(([field, property]) =>
      [field, read(property, path ? `${path}.${field}` : field, inside)] as const
    );
    const isAnything = raw.type === "object" && fields.length === 0 &&
      typeof additionalProperties !== "object";
    return {
      ...Object.fromEntries(
        COPIED.flatMap((key) => raw[key] === undefined ? [] : [[key, raw[key]]]),
      ),
      ...(isAnything && { "x-kubernetes-preserve-unknown-fields": true }),
      ...(fields.length > 0 && { type: "object", properties: Object.fromEntries(fields) }),
      ...(Array.isArray(required) && { required: required.map(String) }),
      ...(items !== undefined && { items: read(items, `${path}[]`, inside), ...listType(raw) }),
      ...(typeof additionalProperties === "object" && {
        additionalProperties: read(additionalProperties, `${path}[*]`, inside),
      }),
      ...(isDefault(raw.default) && { default: raw.default }),
    };
  }

  const { apiVersion: _, kind: __, metadata: ___, ...properties } = objectOf(
    definitions[name]?.properties,
  );
  const { required, ...schema } = read({ ...definitions[name], properties }, "", [name]);
  const own = required?.filter((field) => field in properties) ?? [];
  return {
    schema: { type: "object", ...schema, ...(own.length > 0 && { required: own }) },
    leftOut,
  };
}

/**
 * Returns what says how a list is merged. Lists that only strategic merge patches merge are merged
 * in the same way by server-side apply.
 */
function listType(list: JsonObject): Partial<OpenApiSchema> {
  const type = list["x-kubernetes-list-type"];
  const keys = list["x-kubernetes-list-map-keys"];
  if (type !== undefined) {
    return {
      "x-kubernetes-list-type": type as "atomic" | "set" | "map",
      ...(Array.isArray(keys) && { "x-kubernetes-list-map-keys": keys.map(String) }),
    };
  }
  const strategies = String(list["x-kubernetes-patch-strategy"] ?? "").split(",");
  const key = list["x-kubernetes-patch-merge-key"];
  if (!strategies.includes("merge")) return {};
  return typeof key === "string"
    ? { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": [key] }
    : { "x-kubernetes-list-type": "set" };
}

/** Documents state the empty value of a required field as a default, which nobody relies on. */
const isDefault = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== "" && value !== 0 && value !== false;

/** Returns a schema with that which it refers to, and the name of the latter. */
function resolve(given: Json | undefined, definitions: Definitions) {
  const { $ref, allOf, ...own } = objectOf(given);
  const target = $ref ?? objectOf(Array.isArray(allOf) ? allOf[0] : undefined).$ref;
  if (typeof target !== "string") return { reference: "", raw: own };
  const reference = target.slice(target.lastIndexOf("/") + 1);
  return { reference, raw: { ...definitions[reference], ...own } };
}
