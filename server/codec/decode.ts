/**
 * Decodes a value into an object of a kind: checks types, drops unknown fields, reports them by the
 * policy of `fieldValidation`, and finds missing required fields (specification, "Field
 * validation").
 *
 * Null unsets a field. So does an empty value, except in fields where the two differ, such as
 * `spec.replicas`.
 *
 * @module
 */
import { type ApiError, badRequest } from "../api_error.ts";
import { type Json, type JsonObject, setKey } from "../object.ts";
import type { Decoded, MalformedValue } from "./decoded.ts";
import { type FieldPath, formatPath, MAX_FINDINGS, type ParsedDocument } from "./json.ts";
import { describeType, emptyValue, readPlainValue } from "./scalar.ts";
import type { Field, IntegerSchema, ObjectSchema, PlainSchema, Schema } from "./schema.ts";

export type { Decoded } from "./decoded.ts";

/** The state of a decoding. */
interface Reading {
  /** The schema of the whole object. */
  readonly root: ObjectSchema;
  readonly path: (string | number)[];
  readonly unknown: string[];
  readonly decimals: ReadonlySet<string>;
  readonly ignoresFormats: boolean;
  readonly malformed: MalformedValue[];
}

/** Options of `decode`. */
export interface DecodeOptions {
  /**
   * True to accept texts in a wrong format and numbers out of range, as they are, and any value as a
   * time or quantity. They are listed in `malformed`.
   * @default {false}
   */
  readonly ignoresFormats?: boolean;
  /**
   * True for the configuration of an apply and its outcome, of which custom resources are decoded
   * in another way.
   * @default {false}
   */
  readonly isApplied?: boolean;
}

/**
 * Decodes an object by its schema, without changing the value.
 *
 * @param document the body @param schema the schema of the kind @throws {ApiError} BadRequest for a
 * value of the wrong type, with its path and the value
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { decodeObject } from "./decode.ts";
 * import { readJsonText } from "./json.ts";
 * import { definition } from "./schema.ts";
 *
 * const { object, unknown } = decodeObject(
 *   readJsonText(`{"kind": "Secret", "type": null, "foo": 1}`),
 *   definition("core.v1.Secret"),
 * );
 * assertEquals(object, { kind: "Secret" });
 * assertEquals(unknown, ["foo"]);
 * ```
 */
export function decodeObject(
  document: ParsedDocument,
  schema: ObjectSchema,
  { ignoresFormats = false, isApplied = false }: DecodeOptions = {},
): Decoded {
  if (schema.read) return schema.read(document, { isApplied });
  const reading: Reading = {
    root: schema,
    path: [],
    unknown: [],
    decimals: document.decimals.length === 0 ? NONE : new Set(document.decimals.map(formatPath)),
    ignoresFormats,
    malformed: [],
  };
  const object = readObject(document.value ?? {}, schema, reading);
  const { unknown, malformed } = reading;
  const decoded = { object, unknown, duplicates: duplicatesIn(document, schema) };
  return malformed.length === 0 ? decoded : { ...decoded, malformed };
}

const NONE: ReadonlySet<string> = new Set();

/** Returns the known fields that occur more than once in their object. */
function duplicatesIn({ duplicates }: ParsedDocument, schema: ObjectSchema): readonly string[] {
  if (duplicates.length === 0) return [];
  const known = duplicates.filter((path) => isKnown(path, schema)).map(formatPath);
  return [...new Set(known)];
}

/**
 * Decodes an object that does not come from a body, such as the result of a patch.
 *
 * @throws {ApiError} BadRequest for a value of the wrong type
 */
export function decodeValue(
  value: Json,
  schema: ObjectSchema,
  options: DecodeOptions = {},
): Decoded {
  return decodeObject({ value, duplicates: [], decimals: [] }, schema, options);
}

function readValue(value: Json, schema: Schema, reading: Reading): Json {
  switch (schema.type) {
    case "object":
      return readObject(value ?? {}, schema, reading);
    case "map":
      if (!isObject(value ?? {})) throw wrongType(value, schema, reading);
      return readMap((value ?? {}) as JsonObject, schema.values, reading);
    case "list":
      if (!Array.isArray(value ?? [])) throw wrongType(value, schema, reading);
      return readList((value ?? []) as Json[], schema.items, reading);
    default:
      return readPlain(value, schema, reading);
  }
}

function readObject(value: Json, schema: ObjectSchema, reading: Reading): JsonObject {
  if (!isObject(value)) throw wrongType(value, schema, reading);
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

/** Returns true for an empty value of a field in which empty and unset are the same. */
function isEmpty(value: Json, schema: Schema): boolean {
  switch (schema.type) {
    case "list":
      return (value as Json[]).length === 0;
    case "map":
      return Object.keys(value as JsonObject).length === 0;
    case "string":
    case "bytes":
    case "boolean":
    case "integer":
    case "number":
      return !value;
    default:
      return false;
  }
}

function readMap(value: JsonObject, values: Schema, reading: Reading): JsonObject {
  const map: JsonObject = {};
  for (const key of Object.keys(value)) {
    setKey(map, key, readPart(key, value[key]!, values, reading));
  }
  return map;
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
  if (isDecimal(schema, reading) && !reading.ignoresFormats) {
    throw wrongType(value, schema, reading);
  }
  const read = readPlainValue(value, schema);
  if (read !== undefined) return read;
  const error = wrongType(value, schema, reading);
  if (!reading.ignoresFormats || !isOfType(value, schema)) throw error;
  const field = String(reading.path[0]);
  const isListed = reading.malformed.some((one) => one.field === field);
  if (!isListed) reading.malformed.push({ field, error });
  return value;
}

/** Returns true for a value that is wrong by its format or its range only. */
function isOfType(value: Json, { type }: PlainSchema | IntegerSchema): boolean {
  if (type === "integer") return typeof value === "number";
  // To real servers, these have any type at first.
  const isFree = ["time", "microTime", "quantity", "intOrString"].includes(type);
  return isFree || type === "bytes" && typeof value === "string";
}

function isDecimal(schema: PlainSchema | IntegerSchema, { decimals, path }: Reading): boolean {
  if (decimals.size === 0) return false;
  const whole = schema.type === "integer" || schema.type === "intOrString";
  return whole && decimals.has(formatPath(path));
}

/** Returns true if every step of a path is in the schema. */
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

/** Returns the error that real servers report for a value of the wrong type, with its path. */
function wrongType(value: Json, schema: Schema, { root, path }: Reading): ApiError {
  const [version = "", kind = ""] = root.name.split(".").slice(-2);
  const field = path.length === 0 ? kind : `${kind}.${formatPath(path)}`;
  return badRequest(
    `${kind} in version "${version}" cannot be handled as a ${kind}: ` +
      (formatError(value, schema, field) ??
        `json: cannot unmarshal ${jsonTypeOf(value)} into Go struct field ${field} ` +
          `of type ${goTypeOf(schema)}`),
  );
}

/** Returns the error for a string in the wrong format; undefined for any other value. */
function formatError(value: Json, { type }: Schema, field: string): string | undefined {
  if (typeof value !== "string") return undefined;
  switch (type) {
    case "bytes": {
      const at = value.search(/[^A-Za-z0-9+/=\r\n]/);
      return `${field}: illegal base64 data at input byte ${at < 0 ? value.length : at}`;
    }
    case "quantity":
      return `${field}: quantities must match the regular expression ` +
        "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    case "time":
    case "microTime":
      return `${field}: parsing time ${shown(value)} as "2006-01-02T15:04:05Z07:00": cannot parse`;
    default:
      return undefined;
  }
}

const SHOWN_LENGTH = 80;

function shown(value: string): string {
  return JSON.stringify(value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value);
}

function jsonTypeOf(value: Json): string {
  if (typeof value === "number") return Number.isInteger(value) ? "number" : `number ${value}`;
  if (typeof value === "boolean") return "bool";
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
}

/** Returns the name of a type in Go. */
function goTypeOf(schema: Schema): string {
  switch (schema.type) {
    case "object":
      return schema.name.replace(/^.*?(?=[^.]+\.[^.]+$)/, "");
    case "map":
      return `map[string]${goTypeOf(schema.values)}`;
    case "list":
      return `[]${goTypeOf(schema.items)}`;
    default:
      return describeType(schema);
  }
}

/** The values of the parameter `fieldValidation`. */
export const FIELD_VALIDATIONS = ["Ignore", "Warn", "Strict"] as const;

/** A value of the parameter `fieldValidation`. */
export type FieldValidation = typeof FIELD_VALIDATIONS[number];

/** The fields of a body that its object does not have. */
export interface DroppedFields {
  /** The beginning of the error if the body is rejected: the object and its kind. */
  readonly rejected?: string;
  readonly unknown: readonly string[];
  readonly duplicates: readonly string[];
}

/**
 * Rejects dropped fields or returns warnings about them, by the policy.
 *
 * @returns the items of the `Warning` header, one per field @throws {ApiError} BadRequest that
 * names every field, when the policy is Strict
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { judgeDroppedFields } from "./decode.ts";
 *
 * assertEquals(judgeDroppedFields({ unknown: ["spec.foo"], duplicates: [] }, "Warn"), [
 *   '299 - "unknown field \\"spec.foo\\""',
 * ]);
 * ```
 */
export function judgeDroppedFields(dropped: DroppedFields, policy: FieldValidation): string[] {
  if (policy === "Ignore" || dropped.unknown.length + dropped.duplicates.length === 0) return [];
  const fields = [
    ...dropped.unknown.map((path) => ["unknown", path] as const),
    ...dropped.duplicates.map((path) => ["duplicate", path] as const),
  ];
  // Not of all: together they can be much longer than the body.
  const texts = fields.slice(0, MAX_NAMED)
    .map(([what, path]) => `${what} field ${JSON.stringify(shortened(path))}`);
  if (policy === "Warn") return warningItems(texts);
  const { rejected } = dropped;
  throw badRequest(`${rejected ? `${rejected}: ` : ""}strict decoding error: ${texts.join(", ")}`);
}

/** The maximum number of dropped fields that are named, as on real servers. */
const MAX_NAMED = 100;

/** The maximum length of a text in characters: a field's name can be as long as a body. */
const MAX_TEXT = 1_000;

const shortened = (text: string): string =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;

/** The maximum size of the `Warning` headers of a response in bytes: clients limit headers. */
const MAX_HEADER = 8_192;

/**
 * Returns the items of a `Warning` header (RFC 7234 section 5.5), as many as clients accept.
 *
 * @param texts one text for each warning
 */
export function warningItems(texts: readonly string[]): string[] {
  const items: string[] = [];
  let length = 0;
  for (const text of texts) {
    const item = warningItem(text);
    length += item.length + ", ".length;
    if (length > MAX_HEADER) {
      items.push(warningItem(`and ${texts.length - items.length} more`));
      break;
    }
    items.push(item);
  }
  return items;
}

/**
 * Returns one item of a `Warning` header: code 299, no agent, the text as a quoted string.
 *
 * A header's value is bytes, written as a string of characters up to U+00FF: other characters
 * become the bytes of their UTF-8 form. Control characters become spaces.
 *
 * @param text the text of the warning
 */
export function warningItem(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(shortened(text)));
  // deno-lint-ignore no-control-regex -- these are what a header may not have
  const printable = bytes.replaceAll(/[\x00-\x1f\x7f]/g, " ");
  return `299 - "${printable.replaceAll(/[\\"]/g, "\\$&")}"`;
}
