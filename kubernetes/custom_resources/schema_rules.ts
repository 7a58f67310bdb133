/**
 * The rules for schemas of CustomResourceDefinitions: supported keywords, and what makes a schema
 * structural.
 *
 * @module
 */
import { type Cause, copyOf, equal, type Json, type JsonObject } from "@plumbline/server/api";
import {
  forbiddenCause,
  invalidCause,
  requiredCause,
  unsupportedCause,
} from "@plumbline/server/rules";
import { goPattern } from "../cel/go_pattern.ts";
import { goText } from "./go_text.ts";
import { isObject, type JsonSchema, valuesOf } from "./json_schema.ts";
import { validateListType } from "./list_type_rules.ts";
import { prune } from "./prune.ts";
import { setSchemaDefaults } from "./schema_defaults.ts";
import { validateBySchema } from "./schema_validation.ts";

/** Returns the causes of a schema that a CustomResourceDefinition cannot have. */
export function validateSchemaRules(schema: JsonSchema, path: string): Cause[] {
  const causes = [...validateKeywords(schema, path), ...validateStructure(schema, path, "root")];
  if (causes.length > 0) return causes;
  const incomplete = validateCompleteness(schema, path);
  return incomplete.length > 0 ? incomplete : validateDefaults(schema, path, "root");
}

const TYPES = ["array", "boolean", "integer", "number", "object", "string"];

/** The keywords of JSON Schema that are not supported. */
const UNSUPPORTED = [
  "$ref",
  "id",
  "additionalItems",
  "patternProperties",
  "definitions",
  "dependencies",
] as const;

function validateKeywords(schema: JsonSchema, path: string): Cause[] {
  const causes: Cause[] = [];
  const all = schema as unknown as JsonObject;
  if (schema.uniqueItems) {
    const why = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
    causes.push(forbiddenCause(`${path}.uniqueItems`, why));
  }
  if (
    Object.keys(schema.properties ?? {}).length > 0 &&
    (schema.additionalProperties === false || valuesOf(schema))
  ) {
    const why = "additionalProperties and properties are mutual exclusive";
    causes.push(forbiddenCause(`${path}.additionalProperties`, why));
  }
  for (const word of UNSUPPORTED) {
    if (all[word] !== undefined) {
      causes.push(forbiddenCause(`${path}.${word}`, `${word} is not supported`));
    }
  }
  causes.push(...validateTypeAndItems(schema, path), ...validateListType(schema, path));
  if (schema["x-kubernetes-preserve-unknown-fields"] === false) {
    const field = `${path}.x-kubernetes-preserve-unknown-fields`;
    causes.push(invalidCause(field, false, "must be true or undefined"));
  }
  for (const [nested, at] of partsOf(schema, path)) causes.push(...validateKeywords(nested, at));
  return causes;
}

function validateTypeAndItems(schema: JsonSchema, path: string): Cause[] {
  const causes: Cause[] = [];
  const { type, items, pattern } = schema;
  if (type && !TYPES.includes(type)) {
    causes.push(unsupportedCause(`${path}.type`, type, TYPES));
    if (type === "null") {
      const why = "type cannot be set to null, use nullable as an alternative";
      causes.push(forbiddenCause(`${path}.type`, why));
    }
  }
  if (type === "array" && items === undefined) {
    causes.push(requiredCause(`${path}.items`, "must be specified"));
  }
  if (Array.isArray(items)) {
    const why = "items must be a schema object and not an array";
    causes.push(forbiddenCause(`${path}.items`, why));
  }
  if (pattern) {
    try {
      goPattern(pattern);
    } catch (error) {
      const why = `must be a valid regular expression, but isn't: ${(error as Error).message}`;
      causes.push(invalidCause(`${path}.pattern`, pattern, why));
    }
  }
  return causes;
}

/** The nested schemas with their paths. */
function* partsOf(schema: JsonSchema, path: string): Iterable<readonly [JsonSchema, string]> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield [property, `${path}.properties[${name}]`];
  }
  const values = valuesOf(schema);
  if (values) yield [values, `${path}.additionalProperties`];
  if (isObject(schema.items)) yield [schema.items, `${path}.items`];
  yield* alternativesOf(schema, path);
}

function* alternativesOf(
  schema: JsonSchema,
  path: string,
): Iterable<readonly [JsonSchema, string]> {
  for (const word of ["allOf", "anyOf", "oneOf"] as const) {
    for (const [at, nested] of (schema[word] ?? []).entries()) {
      yield [nested, `${path}.${word}[${at}]`];
    }
  }
  if (schema.not) yield [schema.not, `${path}.not`];
}

type Level = "root" | "field" | "item";

const MISSING_TYPE: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  field: "must not be empty for specified object fields",
  item: "must not be empty for specified array items",
};

/** Checks that every part of a value has exactly one schema, which states its type. */
function validateStructure(schema: JsonSchema, path: string, level: Level): Cause[] {
  const { type } = schema;
  const isOpen = schema["x-kubernetes-int-or-string"] ||
    schema["x-kubernetes-preserve-unknown-fields"];
  const causes: Cause[] = [];
  const { properties = {} } = schema;
  for (const [name, property] of Object.entries(properties)) {
    causes.push(...validateStructure(property, `${path}.properties[${name}]`, "field"));
  }
  const values = valuesOf(schema);
  if (values) causes.push(...validateStructure(values, `${path}.additionalProperties`, "field"));
  if (isObject(schema.items)) {
    causes.push(...validateStructure(schema.items, `${path}.items`, "item"));
  }
  if (!type && (level === "root" || !isOpen)) {
    causes.push(requiredCause(`${path}.type`, MISSING_TYPE[level]));
  }
  if (level === "root") causes.push(...validateRoot(schema, path));
  if (schema["x-kubernetes-embedded-resource"]) {
    if (type !== "object") {
      const why = "must be object if x-kubernetes-embedded-resource is true";
      causes.push(invalidCause(`${path}.type`, type ?? "", why));
    }
    if (Object.keys(properties).length === 0 && !schema["x-kubernetes-preserve-unknown-fields"]) {
      const why = "must not be empty if x-kubernetes-embedded-resource is true without " +
        "x-kubernetes-preserve-unknown-fields";
      causes.push(requiredCause(`${path}.properties`, why));
    }
  }
  if (level === "root" || schema["x-kubernetes-embedded-resource"]) {
    causes.push(...validateImplicitFields(properties, path));
  }
  for (const [nested, at] of alternativesOf(schema, path)) {
    causes.push(...validateAlternative(nested, at, isIntOrString(schema) ? schema : undefined));
  }
  return causes;
}

function validateRoot(schema: JsonSchema, path: string): Cause[] {
  const causes: Cause[] = [];
  if (schema.type && schema.type !== "object") {
    causes.push(invalidCause(`${path}.type`, schema.type, "must be object at the root"));
  }
  if (schema.nullable) {
    causes.push(forbiddenCause(`${path}.nullable`, "nullable cannot be true at the root"));
  }
  if (valuesOf(schema)) {
    causes.push(forbiddenCause(`${path}.additionalProperties`, "must not be used at the root"));
  }
  return causes;
}

function validateImplicitFields(
  { metadata, apiVersion, kind }: Readonly<Record<string, JsonSchema>>,
  path: string,
): Cause[] {
  const causes: Cause[] = [];
  const names = Object.keys(metadata?.properties ?? {});
  if (names.some((name) => name !== "name" && name !== "generateName")) {
    const why = "must not specify anything other than name and generateName, but metadata is " +
      "implicitly specified";
    causes.push(forbiddenCause(`${path}.properties[metadata]`, why));
  }
  for (const [name, property] of Object.entries({ apiVersion, kind })) {
    if (property?.type && property.type !== "string") {
      const field = `${path}.properties[${name}].type`;
      causes.push(invalidCause(field, property.type, "must be string"));
    }
  }
  if (metadata?.type && metadata.type !== "object") {
    const field = `${path}.properties[metadata].type`;
    causes.push(invalidCause(field, metadata.type, "must be object"));
  }
  return causes;
}

const isIntOrString = (schema: JsonSchema) => schema["x-kubernetes-int-or-string"] === true;

const INT_OR_STRING: readonly JsonSchema[] = [{ type: "integer" }, { type: "string" }];

/** What a schema within `allOf`, `anyOf`, `oneOf` or `not` must not state, and how it reads. */
const FOREIGN: Readonly<Record<string, "empty" | "undefined" | "false">> = {
  default: "undefined",
  additionalProperties: "undefined",
  title: "empty",
  description: "empty",
  type: "empty",
  nullable: "false",
  "x-kubernetes-preserve-unknown-fields": "undefined",
  "x-kubernetes-embedded-resource": "false",
  "x-kubernetes-int-or-string": "false",
  "x-kubernetes-list-type": "undefined",
  "x-kubernetes-list-map-keys": "empty",
  "x-kubernetes-map-type": "undefined",
};

/** Checks a schema that only restricts values, whose types its parent states. */
function validateAlternative(
  schema: JsonSchema,
  path: string,
  intOrString: JsonSchema | undefined,
): Cause[] {
  // The one pattern that may state types: integers and strings.
  const isPattern = (list: readonly JsonSchema[] | undefined) => equal(list, INT_OR_STRING);
  if (intOrString && (isPattern(intOrString.anyOf) && path.includes(".anyOf["))) return [];
  if (intOrString && intOrString.allOf?.[0] === schema && isPattern(schema.anyOf)) return [];
  const causes: Cause[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    causes.push(...validateAlternative(property, `${path}.properties[${name}]`, undefined));
  }
  if (isObject(schema.items)) {
    causes.push(...validateAlternative(schema.items, `${path}.items`, undefined));
  }
  for (const [nested, at] of alternativesOf(schema, path)) {
    causes.push(...validateAlternative(nested, at, undefined));
  }
  for (const [word, expected] of Object.entries(FOREIGN)) {
    if ((schema as unknown as JsonObject)[word] === undefined) continue;
    causes.push(forbiddenCause(`${path}.${word}`, `must be ${expected} to be structural`));
  }
  return causes;
}

/** Checks that the fields which alternatives restrict are stated outside of them. */
function validateCompleteness(schema: JsonSchema, path: string): Cause[] {
  const causes: Cause[] = [];
  for (const [nested, at] of alternativesOf(schema, path)) {
    causes.push(...missingParts(nested, at, schema, path));
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    causes.push(...validateCompleteness(property, `${path}.properties[${name}]`));
  }
  const values = valuesOf(schema);
  if (values) causes.push(...validateCompleteness(values, `${path}.additionalProperties`));
  if (schema.items) causes.push(...validateCompleteness(schema.items, `${path}.items`));
  return causes;
}

function missingParts(nested: JsonSchema, at: string, outer: JsonSchema, path: string): Cause[] {
  const causes: Cause[] = [];
  const values = valuesOf(outer);
  for (const [name, property] of Object.entries(nested.properties ?? {})) {
    const stated = outer.properties?.[name] ?? values;
    const [here, there] = [`${path}.properties[${name}]`, `${at}.properties[${name}]`];
    if (!stated) causes.push(requiredCause(here, `because it is defined in ${there}`));
    else causes.push(...missingParts(property, there, stated, here));
  }
  if (nested.items && !outer.items) {
    causes.push(requiredCause(`${path}.items`, `because it is defined in ${at}.items`));
  } else if (nested.items && outer.items) {
    causes.push(...missingParts(nested.items, `${at}.items`, outer.items, `${path}.items`));
  }
  for (const [inner, innerAt] of alternativesOf(nested, at)) {
    causes.push(...missingParts(inner, innerAt, outer, path));
  }
  return causes;
}

/** Checks that defaults are valid, without unknown fields. */
function validateDefaults(schema: JsonSchema, path: string, level: Level): Cause[] {
  const causes: Cause[] = [];
  const { default: value } = schema;
  if (value !== undefined) causes.push(...validateDefault(value, schema, `${path}.default`, level));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    causes.push(...validateDefaults(property, `${path}.properties[${name}]`, "field"));
  }
  const values = valuesOf(schema);
  if (values) causes.push(...validateDefaults(values, `${path}.additionalProperties`, "field"));
  if (schema.items) causes.push(...validateDefaults(schema.items, `${path}.items`, "item"));
  return causes;
}

function validateDefault(value: Json, schema: JsonSchema, path: string, level: Level): Cause[] {
  const whole = copyOf(value);
  setSchemaDefaults(whole, schema);
  const isResource = level === "root" || schema["x-kubernetes-embedded-resource"] === true;
  const causes: Cause[] = [];
  if (prune(value, schema, { isResource }).unknown.length > 0) {
    causes.push({
      reason: "FieldValueInvalid",
      field: path,
      message: `Invalid value: ${goText(value)}: must not have unknown fields`,
    });
  }
  // Real servers name the parts of a default as if it was the whole object.
  const found = validateBySchema(whole, schema, "").map((cause): Cause => ({
    ...cause,
    message: cause.message.replace(
      `: ${cause.field} in body`,
      `: ${cause.field ? `.${cause.field}` : ""} in body`,
    ),
    field: cause.field && cause.field !== "<nil>" ? `${path}.${cause.field}` : path,
  }));
  causes.push(...found);
  if (isResource && isObject(whole)) {
    for (const name of ["apiVersion", "kind"]) {
      if (!whole[name]) causes.push(requiredCause(`${path}.${name}`, "must not be empty"));
    }
  }
  return causes;
}
