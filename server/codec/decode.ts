/**
 * From a value to an object of a kind: types are checked, fields that the schema does not know are
 * left out, null stands for nothing said (interface, "Field validation"). An empty value stands for
 * nothing as well, but for the fields where the two differ, such as `spec.replicas`.
 *
 * @module
 */
import { badRequest } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";
import type { ParsedDocument } from "./document.ts";
import { type FieldPath, formatPath } from "./field_path.ts";
import { MAX_FINDINGS } from "./json_scan.ts";
import { describe, emptyValue, readPlainValue } from "./plain_value.ts";
import type { Field, IntegerSchema, ObjectSchema, PlainSchema, Schema } from "./schema.ts";

/** An object of a kind, with the fields of the body that it does not show. */
export interface Decoded {
  readonly object: JsonObject;
  /** The fields that the schema does not know, for example `spec.template.foo`. */
  readonly unknown: readonly string[];
  /** The known fields that occur more than once in their object. */
  readonly duplicates: readonly string[];
}

/** What goes along while a value is read. */
interface Reading {
  readonly kind: string;
  readonly path: (string | number)[];
  readonly unknown: string[];
  readonly decimals: ReadonlySet<string>;
}

/**
 * Reads an object by its schema. The value is left as it is.
 *
 * @param document the body
 * @param schema the schema of the kind
 * @throws {ApiError} BadRequest for a value of the wrong type, with its path and the value
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { decode } from "./decode.ts";
 * import { readJsonText } from "./json.ts";
 * import { definition } from "./schema.ts";
 *
 * const { object, unknown } = decode(
 *   readJsonText(`{"kind": "Secret", "type": null, "foo": 1}`),
 *   definition("core.v1.Secret"),
 * );
 * assertEquals(object, { kind: "Secret" });
 * assertEquals(unknown, ["foo"]);
 * ```
 */
export function decode(document: ParsedDocument, schema: ObjectSchema): Decoded {
  const reading: Reading = {
    kind: schema.name.slice(schema.name.lastIndexOf(".") + 1),
    path: [],
    unknown: [],
    decimals: new Set(document.decimals.map(formatPath)),
  };
  const object = readObject(document.value ?? {}, schema, reading);
  const duplicates = document.duplicates.filter((path) => isKnown(path, schema)).map(formatPath);
  return { object, unknown: reading.unknown, duplicates: [...new Set(duplicates)] };
}

/**
 * Reads an object that no body was the direct source of, such as the outcome of a patch.
 *
 * @throws {ApiError} BadRequest for a value of the wrong type
 */
export function decodeValue(value: Json, schema: ObjectSchema): Decoded {
  return decode({ value, duplicates: [], decimals: [] }, schema);
}

function readValue(value: Json, schema: Schema, reading: Reading): Json {
  switch (schema.type) {
    case "object":
      return readObject(value ?? {}, schema, reading);
    case "map":
      if (!isObject(value ?? {})) throw wrongType(value, "an object", reading);
      return readMap((value ?? {}) as JsonObject, schema.values, reading);
    case "list":
      if (!Array.isArray(value ?? [])) throw wrongType(value, "a list", reading);
      return readList((value ?? []) as Json[], schema.items, reading);
    default:
      return readPlain(value, schema, reading);
  }
}

function readObject(value: Json, schema: ObjectSchema, reading: Reading): JsonObject {
  if (!isObject(value)) throw wrongType(value, "an object", reading);
  const object: JsonObject = {};
  for (const name of Object.keys(value)) {
    const field = schema.fields.get(name);
    const inner = value[name]!;
    if (field && inner === null) continue;
    reading.path.push(name);
    if (field) setField(object, field, readValue(inner, field.schema, reading));
    else if (reading.unknown.length < MAX_FINDINGS) reading.unknown.push(formatPath(reading.path));
    reading.path.pop();
  }
  return object;
}

function setField(object: JsonObject, field: Field, value: Json): void {
  if (field.keepsEmpty || !isEmpty(value, field.schema)) object[field.name] = value;
}

/** True for the values that say nothing where nothing said is the same. */
function isEmpty(value: Json, schema: Schema): boolean {
  switch (schema.type) {
    case "list":
      return (value as Json[]).length === 0;
    case "map":
      return Object.keys(value as JsonObject).length === 0;
    case "string":
    case "boolean":
    case "integer":
    case "number":
      return !value;
    default:
      return false;
  }
}

function readMap(value: JsonObject, values: Schema, reading: Reading): JsonObject {
  // Not by assignment: "__proto__" is a key like any other here.
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, readPart(key, inner, values, reading)]),
  );
}

function readList(value: readonly Json[], items: Schema, reading: Reading): Json[] {
  return value.map((inner, at) => readPart(at, inner, items, reading));
}

function readPart(step: string | number, value: Json, schema: Schema, reading: Reading): Json {
  reading.path.push(step);
  const part = readValue(value, schema, reading);
  reading.path.pop();
  return part;
}

function readPlain(value: Json, schema: PlainSchema | IntegerSchema, reading: Reading): Json {
  if (value === null) return emptyValue(schema);
  if (isDecimal(schema, reading)) {
    throw wrongType(value, `${describe(schema)} without fraction or exponent`, reading);
  }
  const read = readPlainValue(value, schema);
  if (read === undefined) throw wrongType(value, describe(schema), reading);
  return read;
}

function isDecimal(schema: PlainSchema | IntegerSchema, { decimals, path }: Reading): boolean {
  if (decimals.size === 0) return false;
  const whole = schema.type === "integer" || schema.type === "intOrString";
  return whole && decimals.has(formatPath(path));
}

/** True when the schema knows every step of a path. */
function isKnown(path: FieldPath, root: ObjectSchema): boolean {
  let schema: Schema | undefined = root;
  for (const step of path) {
    if (schema?.type === "object") schema = schema.fields.get(String(step))?.schema;
    else if (schema?.type === "map") schema = schema.values;
    else if (schema?.type === "list") schema = schema.items;
    else return false;
  }
  return schema !== undefined;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const SHOWN_LENGTH = 80;

function wrongType(value: Json, expected: string, { kind, path }: Reading) {
  const text = JSON.stringify(value);
  const shown = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
  const where = path.length === 0 ? "the body" : formatPath(path);
  return badRequest(
    `Cannot read the body as ${kind}: ${where} must be ${expected}: current value is ${shown}`,
  );
}
