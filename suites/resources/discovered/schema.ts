/**
 * The schemas in OpenAPI documents of a server, of version 2 or 3: references resolved, in one form.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { arrayOf, objectOf, textOf } from "./json.ts";

/** The type of a value. */
export type SchemaType =
  | "object"
  | "map"
  | "list"
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "int or string"
  | "any";

/** The schema of a value. */
export interface Schema {
  readonly type: SchemaType;
  /** The last part of the name of the definition, such as `ObjectMeta`; empty without one. */
  readonly name: string;
  readonly format: string;
  readonly enum: readonly Json[];
  readonly pattern: string | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly minLength: number;
  readonly maxLength: number;
  readonly minItems: number;
  readonly maxItems: number;
  readonly default: Json | undefined;
  /** The names of the fields of an object. */
  readonly fields: readonly string[];
  readonly required: readonly string[];
  /** How a list is merged: `atomic`, `set` or `map`. */
  readonly listType: string;
  /** The fields that identify an item of a list of type `map`. */
  readonly listKeys: readonly string[];
  /** The field by which a strategic merge patch merges the items of a list. */
  readonly mergeKey: string | undefined;
  /** True if an object may have fields that the schema does not name. */
  readonly open: boolean;
  /** Returns the schema of a field, of the values of a map if the field is not named. */
  field(name: string): Schema | undefined;
  /** The schema of the items of a list. */
  readonly items: Schema | undefined;
}

/** The schemas of an OpenAPI document. */
export class Schemas {
  /** The whole document. */
  readonly document: JsonObject;
  readonly #definitions: JsonObject;

  /** Reads `components.schemas` of version 3, or `definitions` of version 2. */
  constructor(document: Json | undefined) {
    this.document = objectOf(document);
    const { components, definitions } = this.document;
    this.#definitions = { ...objectOf(definitions), ...objectOf(objectOf(components).schemas) };
  }

  /** Returns the schema of a kind; undefined if the document has none. */
  ofKind(group: string, version: string, kind: string): Schema | undefined {
    for (const [name, definition] of Object.entries(this.#definitions)) {
      const kinds = arrayOf(objectOf(definition)["x-kubernetes-group-version-kind"]).map(objectOf);
      const isKind = kinds.some((each) =>
        (each.group ?? "") === group && each.version === version && each.kind === kind
      );
      // Options of requests are listed in every group.
      if (isKind) return this.#schema({ $ref: referenceTo(name) });
    }
    // Documents that other programs generate name no kind: the definition is called like it.
    const named = Object.entries(this.#definitions).filter(([name, definition]) =>
      name.split(".").at(-1) === kind &&
      objectOf(definition)["x-kubernetes-group-version-kind"] === undefined
    );
    return named.length === 1 ? this.#schema({ $ref: referenceTo(named[0]![0]) }) : undefined;
  }

  #schema(given: Json): Schema {
    const { raw, name } = this.#resolved(given, 0);
    const properties = objectOf(raw.properties);
    const values = raw.additionalProperties;
    const read = (child: Json) => this.#schema(child);
    return {
      type: typeOf(raw, name),
      name,
      format: textOf(raw.format) ?? "",
      enum: arrayOf(raw.enum),
      pattern: textOf(raw.pattern),
      minimum: bound(raw.minimum, raw.exclusiveMinimum, 1),
      maximum: bound(raw.maximum, raw.exclusiveMaximum, -1),
      minLength: numberOf(raw.minLength) ?? 0,
      maxLength: numberOf(raw.maxLength) ?? Infinity,
      minItems: Math.max(numberOf(raw.minItems) ?? 0, numberOf(raw.minProperties) ?? 0),
      maxItems: numberOf(raw.maxItems) ?? numberOf(raw.maxProperties) ?? Infinity,
      default: raw.default,
      fields: Object.keys(properties),
      required: arrayOf(raw.required).flatMap((each) => textOf(each) ?? []),
      listType: textOf(raw["x-kubernetes-list-type"]) ?? listTypeOf(raw),
      listKeys: arrayOf(raw["x-kubernetes-list-map-keys"]).flatMap((each) => textOf(each) ?? []),
      mergeKey: textOf(raw["x-kubernetes-patch-merge-key"]),
      open: raw["x-kubernetes-preserve-unknown-fields"] === true || values === true,
      field(key) {
        const own = properties[key] ?? (isObject(values) ? values : undefined);
        return own === undefined ? undefined : read(own);
      },
      get items() {
        return raw.items === undefined ? undefined : read(raw.items);
      },
    };
  }

  /** Follows references and merges what `allOf` lists, and the first of `anyOf` or `oneOf`. */
  #resolved(given: Json, depth: number): { raw: JsonObject; name: string } {
    const { $ref, allOf, anyOf, oneOf, ...own } = objectOf(given);
    if (depth > 20) return { raw: {}, name: "" };
    const reference = nameIn(textOf($ref));
    if (reference !== undefined) {
      const { raw } = this.#resolved(this.#definitions[reference] ?? {}, depth + 1);
      return { raw: { ...raw, ...own }, name: reference.split(".").at(-1)! };
    }
    const isIntOrString = own["x-kubernetes-int-or-string"] === true;
    const choices = isIntOrString
      ? []
      : [...arrayOf(anyOf).slice(0, 1), ...arrayOf(oneOf).slice(0, 1)];
    const parts = [...arrayOf(allOf), ...choices].map((each) => this.#resolved(each, depth + 1));
    const raw = [...parts.map(({ raw }) => raw), own].reduce(mergedSchema, {});
    return { raw, name: parts.find(({ name }) => name !== "")?.name ?? "" };
  }
}

/** Returns how a list is merged that states no type of its own, but how a strategic merge does it. */
function listTypeOf(raw: JsonObject): string {
  const strategy = textOf(raw["x-kubernetes-patch-strategy"]) ?? "";
  if (!strategy.split(",").includes("merge")) return "atomic";
  return raw["x-kubernetes-patch-merge-key"] === undefined ? "set" : "map";
}

/** Returns a reference to a definition: names such as those of Go packages have slashes. */
function referenceTo(name: string): string {
  return `#/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Returns the name of the definition that a reference, a JSON pointer, leads to. */
function nameIn(reference: string | undefined): string | undefined {
  const last = reference?.split("/").at(-1);
  return last?.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Returns a schema that demands what both demand. */
function mergedSchema(one: JsonObject, other: JsonObject): JsonObject {
  return {
    ...one,
    ...other,
    ...((one.properties ?? other.properties) !== undefined && {
      properties: { ...objectOf(one.properties), ...objectOf(other.properties) },
    }),
    ...((one.required ?? other.required) !== undefined && {
      required: [...arrayOf(one.required), ...arrayOf(other.required)],
    }),
  };
}

function typeOf(raw: JsonObject, name: string): SchemaType {
  const isIntOrString = raw["x-kubernetes-int-or-string"] === true ||
    raw.format === "int-or-string" || name === "IntOrString";
  if (isIntOrString) return "int or string";
  if (name === "Quantity") return "string";
  const given = textOf(raw.type) ?? arrayOf(raw.type).map(textOf).find((type) => type !== "null");
  switch (given) {
    case "array":
      return "list";
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return given;
    case "object":
    case undefined:
      if (raw.properties !== undefined) return "object";
      if (isObject(raw.additionalProperties)) return "map";
      return given === "object" ? "object" : "any";
    default:
      return "any";
  }
}

/** A bound of numbers; exclusive ones are a flag in version 3.0 and a number in 3.1. */
function bound(given: Json | undefined, exclusive: Json | undefined, step: number) {
  if (typeof exclusive === "number") return exclusive + step;
  const inclusive = numberOf(given);
  return inclusive !== undefined && exclusive === true ? inclusive + step : inclusive;
}

const numberOf = (value: Json | undefined) => typeof value === "number" ? value : undefined;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
