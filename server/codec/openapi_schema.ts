/**
 * Converts OpenAPI v3 schemas, as CustomResourceDefinitions have them, to the schemas of the codec,
 * applies their defaults and validates values by them.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";
import { definition, type Field, type ObjectSchema, type Schema } from "./schema.ts";

/** The part of OpenAPI v3 that a resource can use. */
export interface OpenApiSchema {
  /** The type of the value; any value without it. */
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  /**
   * `int32`, `int64` (the default for integers), `date-time`, `micro-time` (with microseconds),
   * `quantity` (such as `100m` or `1Gi`) or `byte`.
   */
  readonly format?: string;
  /** A description for readers. */
  readonly description?: string;
  /** The fields of an object. */
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  /** The fields that must be present. */
  readonly required?: readonly string[];
  /** The schema of the values of a map. */
  readonly additionalProperties?: OpenApiSchema;
  /** The schema of the items of an array. */
  readonly items?: OpenApiSchema;
  /**
   * The value where the field is absent. An object with the default `{}` is always there, as in the
   * documents of kinds that are built into a server, and has no owner by itself.
   */
  readonly default?: Json;
  /** The allowed strings. */
  readonly enum?: readonly string[];
  /** The least number. */
  readonly minimum?: number;
  /** The greatest number. */
  readonly maximum?: number;
  /** The least number of characters. */
  readonly minLength?: number;
  /** The greatest number of characters. */
  readonly maxLength?: number;
  /** A regular expression that a string must match. */
  readonly pattern?: string;
  /** The merge behaviour of an array in server-side apply. @default {"atomic"} */
  readonly "x-kubernetes-list-type"?: "atomic" | "set" | "map";
  /** The fields that identify the items of an array of the type `map`. */
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  /** The ownership of an object in server-side apply: as a whole, or field by field. @default {"granular"} */
  readonly "x-kubernetes-map-type"?: "atomic" | "granular";
  /** The strategies of strategic merge patches: `merge`, `replace`, `retainKeys`, with commas. */
  readonly "x-kubernetes-patch-strategy"?: string;
  /** The field that identifies the items of an array in strategic merge patches. */
  readonly "x-kubernetes-patch-merge-key"?: string;
  /** True for a value that is an integer or a string. @default {false} */
  readonly "x-kubernetes-int-or-string"?: boolean;
  /** True for an object with an apiVersion, a kind and metadata. @default {false} */
  readonly "x-kubernetes-embedded-resource"?: boolean;
  /** True for a value of any shape. @default {false} */
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
}

const ANY: Schema = { type: "any" };

/**
 * Returns the schema of a kind: the given fields, and `apiVersion`, `kind` and `metadata`.
 *
 * @param name the name of the definition, for example `acme.example.v1.Widget`
 * @param options.open the schema of values of any shape @default {the type `any`}
 */
export function objectSchemaOf(
  name: string,
  schema: OpenApiSchema,
  { open = ANY }: { readonly open?: Schema } = {},
): ObjectSchema {
  const { fields, ...rest } = readObject(name, schema, open);
  const own = [...fields].filter(([field]) => !["apiVersion", "kind", "metadata"].includes(field));
  return {
    ...rest,
    fields: new Map([
      ["apiVersion", fieldOf("apiVersion", { type: "string" })],
      ["kind", fieldOf("kind", { type: "string" })],
      ["metadata", fieldOf("metadata", definition("meta.v1.ObjectMeta"), { default: {} })],
      ...own,
    ]),
  };
}

/** Returns the schema of a list of a kind, for OpenAPI documents. */
export function listSchemaOf(schema: ObjectSchema): ObjectSchema {
  const items: Schema = { type: "list", items: schema, listType: "atomic", keys: [] };
  return {
    type: "object",
    name: `${schema.name}List`,
    atomic: false,
    fields: new Map([
      ["apiVersion", fieldOf("apiVersion", { type: "string" })],
      ["kind", fieldOf("kind", { type: "string" })],
      ["metadata", fieldOf("metadata", definition("meta.v1.ListMeta"))],
      ["items", fieldOf("items", items, { required: true })],
    ]),
  };
}

/** Returns a field. Unlike in built-in kinds, an empty value is kept and satisfies `required`. */
const fieldOf = (name: string, schema: Schema, rest: Partial<Field> = {}): Field => ({
  name,
  schema,
  required: false,
  pointer: true,
  keepsEmpty: true,
  acceptsEmpty: true,
  patchStrategies: [],
  ...rest,
});

const isEmptyObject = (value: Json | undefined): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** Returns how strategic merge patches change a field. */
const patchOf = (schema: OpenApiSchema): Partial<Field> => {
  const strategies = schema["x-kubernetes-patch-strategy"];
  const mergeKey = schema["x-kubernetes-patch-merge-key"];
  return {
    ...(strategies && { patchStrategies: strategies.split(",") as Field["patchStrategies"] }),
    ...(mergeKey !== undefined && { mergeKey }),
  };
};

function readObject(
  name: string,
  { properties = {}, required = [], ...rest }: OpenApiSchema,
  open: Schema,
) {
  const fields = new Map(
    Object.entries(properties).map(([field, schema]) => [
      field,
      fieldOf(field, readSchema(`${name}.${field}`, schema, open), {
        required: required.includes(field),
        ...(schema.enum && { enum: schema.enum }),
        ...patchOf(schema),
        // An object that is always there has no owner by itself.
        ...(open === ANY && isEmptyObject(schema.default) && { default: {} }),
      }),
    ]),
  );
  return {
    type: "object",
    name,
    fields,
    atomic: rest["x-kubernetes-map-type"] === "atomic",
    ...(rest["x-kubernetes-preserve-unknown-fields"] && { unknown: open }),
  } as const satisfies ObjectSchema;
}

function readSchema(name: string, schema: OpenApiSchema, open: Schema): Schema {
  if (schema["x-kubernetes-int-or-string"]) return { type: "intOrString" };
  if (schema["x-kubernetes-embedded-resource"]) return embeddedSchema(name, schema, open);
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true;
  // Fields that are not known need an object without types, except for custom resources.
  if (isOpen && open === ANY) return open;
  if (isOpen && !schema.properties) return schema.type === "object" ? mapOf(open, schema) : open;
  switch (schema.type) {
    case "integer":
      return { type: "integer", width: schema.format === "int32" ? 32 : 64 };
    case "string":
      // The formats of custom resources are validated.
      return { type: open === ANY && STRING_FORMATS[schema.format ?? ""] || "string" };
    case "number":
    case "boolean":
      return { type: schema.type };
    case "array":
      return {
        type: "list",
        items: readSchema(`${name}.items`, schema.items ?? {}, open),
        listType: schema["x-kubernetes-list-type"] ?? "atomic",
        keys: schema["x-kubernetes-list-map-keys"] ?? [],
      };
    case "object":
      return schema.additionalProperties
        ? mapOf(readSchema(`${name}.values`, schema.additionalProperties, open), schema)
        : readObject(name, schema, open);
    default:
      return open;
  }
}

const mapOf = (values: Schema, schema: OpenApiSchema): Schema => ({
  type: "map",
  values,
  atomic: schema["x-kubernetes-map-type"] === "atomic",
});

/** Returns the schema of an object within another one, which has the fields of every object. */
function embeddedSchema(name: string, schema: OpenApiSchema, open: Schema): ObjectSchema {
  const { fields, ...rest } = readObject(name, schema, open);
  return {
    ...rest,
    fields: new Map([
      ...fields,
      ["apiVersion", fieldOf("apiVersion", { type: "string" })],
      ["kind", fieldOf("kind", { type: "string" })],
      ["metadata", fieldOf("metadata", definition("meta.v1.ObjectMeta"))],
    ]),
  };
}

const STRING_FORMATS: Readonly<Record<string, "time" | "microTime" | "bytes" | "quantity">> = {
  "date-time": "time",
  "micro-time": "microTime",
  byte: "bytes",
  quantity: "quantity",
};

/** Sets the defaults of a schema in place. */
export function applySchemaDefaults(value: Json | undefined, schema: OpenApiSchema): void {
  if (Array.isArray(value)) {
    value.forEach((item) => applySchemaDefaults(item, schema.items ?? {}));
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const { properties = {}, additionalProperties } = schema;
  for (const [name, property] of Object.entries(properties)) {
    if (value[name] === undefined && property.default !== undefined) {
      value[name] = structuredClone(property.default);
    }
    applySchemaDefaults(value[name], property);
  }
  if (additionalProperties) {
    for (const inner of Object.values(value)) applySchemaDefaults(inner, additionalProperties);
  }
}

/** Validates a value by the constraints of a schema: ranges, lengths, patterns and enums. */
export function validateSchema(
  value: Json | undefined,
  schema: OpenApiSchema,
  path: string,
): Cause[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => validateSchema(item, schema.items ?? {}, `${path}[${at}]`));
  }
  if (typeof value === "object") return validateMembers(value, schema, path);
  const invalid = (rule: string): Cause => ({
    reason: "FieldValueInvalid",
    field: path,
    message: `Invalid value: ${JSON.stringify(value)}: ${path} in body ${rule}`,
  });
  const causes: Cause[] = [];
  const { minimum, maximum, minLength, maxLength, pattern } = schema;
  if (schema.enum && !schema.enum.includes(String(value))) {
    causes.push({
      reason: "FieldValueNotSupported",
      field: path,
      message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${
        schema.enum.map((known) => JSON.stringify(known)).join(", ")
      }`,
    });
  }
  if (typeof value === "number") {
    if (minimum !== undefined && value < minimum) {
      causes.push(invalid(`should be greater than or equal to ${minimum}`));
    }
    if (maximum !== undefined && value > maximum) {
      causes.push(invalid(`should be less than or equal to ${maximum}`));
    }
  }
  if (typeof value === "string") {
    const length = [...value].length;
    if (minLength !== undefined && length < minLength) {
      causes.push(invalid(`should be at least ${minLength} chars long`));
    }
    if (maxLength !== undefined && length > maxLength) {
      causes.push({
        reason: "FieldValueTooLong",
        field: path,
        message: `Too long: may not be longer than ${maxLength}`,
      });
    }
    if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) {
      causes.push(invalid(`should match '${pattern}'`));
    }
  }
  return causes;
}

function validateMembers(value: JsonObject, schema: OpenApiSchema, path: string): Cause[] {
  const { properties = {}, additionalProperties } = schema;
  return Object.entries(value).flatMap(([name, inner]) => {
    const member = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return member ? validateSchema(inner, member, path ? `${path}.${name}` : name) : [];
  });
}
