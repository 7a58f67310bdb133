/**
 * Generates valid objects from the schema of a type. Texts may contain `{name}` and `{namespace}`.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import type { Schema } from "./schema.ts";
import { textsFor } from "./texts.ts";

/** The labels of every template and selector, so that one selects the other. */
export const OBJECT_LABELS: JsonObject = { plumbline: "{name}" };

/** The depth at which a schema that contains itself ends. */
const DEPTH = 12;

/**
 * Values that keep controllers from acting on an object: no pods start, and no address is assigned.
 * Objects have these fields wherever their schema does.
 */
const QUIET: Readonly<Record<string, Json>> = {
  replicas: 0,
  parallelism: 0,
  suspend: true,
  paused: true,
  unschedulable: true,
};

/** Quiet values of one kind. */
const QUIET_OF_SPEC: Readonly<Record<string, JsonObject>> = {
  PodSpec: { nodeSelector: { "plumbline.invalid/none": "none" } },
  ServiceSpec: { clusterIP: "None" },
};

/** Returns the fields of a valid object of a root schema, beside its metadata. */
export function validFields(schema: Schema): JsonObject {
  const fields: JsonObject = {};
  for (const key of schema.fields) {
    const field = schema.field(key)!;
    if (ENVELOPE.includes(key)) continue;
    const isSpec = key === "spec" && field.type === "object";
    if (schema.required.includes(key) || isSpec) fields[key] = validValue(field, key);
  }
  return fields;
}

/** The fields of every object, which `validFields` leaves out. */
export const ENVELOPE: readonly string[] = ["apiVersion", "kind", "metadata", "status"];

/** Returns the first of several valid values for a schema. */
export function validValue(schema: Schema, field: string): Json {
  return valuesFor(schema, field, 0)[0] ?? null;
}

/** Returns valid values for a schema: one or more. */
export function validValues(schema: Schema, field: string): readonly Json[] {
  return valuesFor(schema, field, 0);
}

function valuesFor(schema: Schema, field: string, depth: number): readonly Json[] {
  if (schema.enum.length > 0) {
    const filled = schema.enum.filter((each) => each !== "" && each !== null);
    return filled.length > 0 ? filled : schema.enum;
  }
  switch (schema.type) {
    case "string":
      return textsFor(schema, field);
    case "boolean":
      return [false, true];
    case "integer":
    case "number":
      return numbersFor(schema);
    case "int or string":
      return [1, "10%"];
    case "list":
      return [listFor(schema, field, depth)];
    case "map":
      return [mapFor(schema, depth)];
    case "object":
      return [objectFor(schema, depth)];
    case "any":
      return [{}];
  }
}

function numbersFor({ minimum, maximum }: Schema): readonly number[] {
  const fits = (number: number) =>
    number >= (minimum ?? -Infinity) && number <= (maximum ?? Infinity);
  const found = [1, 2, 3, minimum ?? 1, (minimum ?? 1) + 1, maximum ?? 1].filter(fits);
  return [...new Set(found)];
}

function listFor(schema: Schema, field: string, depth: number): Json[] {
  const { items } = schema;
  if (items === undefined || depth >= DEPTH) return [];
  const values = valuesFor(items, field.replace(/s$/, ""), depth + 1);
  const wanted = Math.max(1, schema.minItems);
  if (schema.maxItems === 0) return [];
  return Array.from({ length: wanted }, (_, at) => {
    const value = values[at] ?? values[at % values.length]!;
    // Further items of sets and of lists with keys differ from the first.
    return at < values.length ? value : distinct(value, items, schema.listKeys, at);
  });
}

function distinct(value: Json, items: Schema, keys: readonly string[], at: number): Json {
  if (typeof value === "number") return Math.min(value + at, items.maximum ?? Infinity);
  if (typeof value === "string") return `${value}${at}`.slice(-items.maxLength);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const changed = keys.filter((key) => typeof value[key] === "string").map((key) =>
    [key, `${value[key]}${at}`] as const
  );
  return { ...value, ...Object.fromEntries(changed) };
}

function mapFor(schema: Schema, depth: number): JsonObject {
  const values = schema.field("plumbline");
  if (values === undefined || depth >= DEPTH) return {};
  const value = values.type === "string" && values.pattern === undefined
    ? OBJECT_LABELS.plumbline!
    : valuesFor(values, "", depth + 1)[0] ?? null;
  const wanted = Math.max(1, schema.minItems);
  return Object.fromEntries(
    Array.from({ length: wanted }, (_, at) => [at === 0 ? "plumbline" : `plumbline${at}`, value]),
  );
}

function objectFor(schema: Schema, depth: number): JsonObject {
  if (depth >= DEPTH) return {};
  if (schema.name === "LabelSelector") return { matchLabels: OBJECT_LABELS };
  if (schema.name === "ObjectMeta") return { labels: OBJECT_LABELS };
  const fields: JsonObject = {};
  for (const key of schema.fields) {
    const field = schema.field(key)!;
    const quiet = QUIET[key];
    if (quiet !== undefined && fitsType(quiet, field)) {
      fields[key] = quiet;
      continue;
    }
    const isTemplate = field.name === "ObjectMeta";
    if (schema.required.includes(key) || isTemplate) {
      fields[key] = valuesFor(field, key, depth + 1)[0] ?? null;
    }
  }
  // The schema may demand fields that it does not describe.
  for (const key of schema.required) fields[key] ??= fieldOf(schema, key, depth);
  return { ...fields, ...QUIET_OF_SPEC[schema.name] };
}

function fieldOf(schema: Schema, key: string, depth: number): Json {
  const field = schema.field(key);
  return field === undefined ? "plumbline" : valuesFor(field, key, depth + 1)[0] ?? null;
}

function fitsType(value: Json, { type, minimum = -Infinity }: Schema): boolean {
  if (typeof value === "boolean") return type === "boolean";
  return (type === "integer" || type === "number") && Number(value) >= minimum;
}

/** Returns true for a field that keeps its quiet value. */
export function isQuiet(key: string): boolean {
  return key in QUIET || Object.values(QUIET_OF_SPEC).some((fields) => key in fields);
}
