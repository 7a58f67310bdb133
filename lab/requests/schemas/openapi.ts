/**
 * The schemas in the OpenAPI v3 documents of a real server: references resolved, in one form.
 *
 * @module
 */
import type { Json, JsonObject } from "@plumbline/server/api";

/** The schema of a value. */
export interface ValueSchema {
  readonly type: "object" | "map" | "list" | "string" | "integer" | "number" | "boolean" | "any";
  /** The last part of the name of the definition, such as `Quantity`; empty without one. */
  readonly name: string;
  readonly format: string;
  readonly enum: readonly Json[];
  readonly required: readonly string[];
  /** The fields of an object. */
  readonly fields: readonly string[];
  /** Returns the schema of a field, or of the values of a map. */
  field(name: string): ValueSchema | undefined;
  /** The schema of the items of a list. */
  readonly items: ValueSchema | undefined;
}

/** Returns the schema of a kind in an OpenAPI v3 document; undefined if it has none. */
export function schemaOfKind(
  document: JsonObject,
  apiVersion: string,
  kind: string,
): ValueSchema | undefined {
  const definitions = objectOf(objectOf(document.components).schemas);
  const [version, group = ""] = apiVersion.split("/").reverse();
  const name = Object.keys(definitions).find((name) => {
    const kinds = objectOf(definitions[name])["x-kubernetes-group-version-kind"];
    return Array.isArray(kinds) &&
      kinds.map(objectOf).some((each) =>
        each.group === group && each.version === version && each.kind === kind
      );
  });
  return name === undefined ? undefined : read({ $ref: `/${name}` }, definitions);
}

function read(given: Json | undefined, definitions: JsonObject): ValueSchema {
  const { raw, name } = resolved(given, definitions);
  const properties = objectOf(raw.properties);
  const values = raw.additionalProperties;
  return {
    type: typeOf(raw, name),
    name,
    format: String(raw.format ?? ""),
    enum: Array.isArray(raw.enum) ? raw.enum : [],
    required: Array.isArray(raw.required) ? raw.required.map(String) : [],
    fields: Object.keys(properties),
    field(key) {
      const own = properties[key] ?? values;
      return typeof own === "object" ? read(own, definitions) : undefined;
    },
    get items() {
      return raw.items === undefined ? undefined : read(raw.items, definitions);
    },
  };
}

function resolved(
  given: Json | undefined,
  definitions: JsonObject,
): { raw: JsonObject; name: string } {
  const { $ref, allOf, ...own } = objectOf(given);
  const first = $ref ?? objectOf(Array.isArray(allOf) ? allOf[0] : undefined).$ref;
  if (typeof first !== "string") return { raw: own, name: "" };
  const reference = first.split("/").at(-1)!;
  return {
    raw: { ...objectOf(definitions[reference]), ...own },
    name: reference.split(".").at(-1)!,
  };
}

function typeOf(raw: JsonObject, name: string): ValueSchema["type"] {
  if (name === "Quantity" || name === "IntOrString") return "string";
  switch (raw.type) {
    case "array":
      return "list";
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return raw.type;
    case "object":
      if (raw.properties !== undefined) return "object";
      return typeof raw.additionalProperties === "object" ? "map" : "any";
    default:
      return "any";
  }
}

/** Returns an object; an empty one for another value. */
export const objectOf = (value: Json | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
