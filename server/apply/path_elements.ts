/**
 * Path elements: the steps from a value to its fields and items, and which of these can have owners of
 * their own according to the schema.
 *
 * A path element is a string: `f:name` for a field, `k:{"name":"x"}` for a list item identified by keys,
 * `v:"x"` for an item of a set, `i:0` for an index.
 *
 * @module
 */
import type { ListSchema, MapSchema, ObjectSchema, Schema } from "../codec/schema.ts";
import type { Json, JsonObject } from "../object.ts";

/** An element of a field path; elements are equal if their texts are. */
export type PathElement = string;

/** The step to a field of an object or to a key of a map. */
export function fieldElement(name: string): PathElement {
  return knownFields.get(name) ?? remember(name);
}

/** The steps to fields that were met; a text that is kept is found again much faster than made. */
const knownFields = new Map<string, PathElement>();

/** So many names make up for all fields of all kinds and the keys in common use. */
const MAX_KNOWN = 10_000;

function remember(name: string): PathElement {
  const element = `f:${name}`;
  if (knownFields.size >= MAX_KNOWN) knownFields.clear();
  knownFields.set(name, element);
  return element;
}

/** The step to the list item with that value. */
export const valueElement = (value: Json): PathElement => `v:${textOf(value)}`;

/** The step to the list item with those key fields; their order does not matter. */
export function keyElement(keys: JsonObject): PathElement {
  const names = Object.keys(keys);
  if (names.length < 2) return `k:${textOf(keys)}`;
  return `k:${textOf(Object.fromEntries(names.sort().map((name) => [name, keys[name]!])))}`;
}

/** JSON as other servers write it in here: what might be taken for HTML is escaped. */
function textOf(value: Json): string {
  return escapeHtml(JSON.stringify(value));
}

/** A JSON text with the characters escaped that mean something to HTML or JavaScript. */
export function escapeHtml(text: string): string {
  return text.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * A step as a client wrote it, in the one form that is compared.
 *
 * @returns undefined for a kind of step that is not known, which is to be ignored
 * @throws {SyntaxError} when it is none
 */
export function readElement(text: string): PathElement | undefined {
  const content = text.slice(2);
  if (text[1] !== ":") {
    throw new SyntaxError(`Cannot read the path element "${text}" as it has no colon`);
  }
  switch (text[0]) {
    case "f":
      return text;
    case "v":
      return valueElement(JSON.parse(content));
    case "k":
      return keyElement(readKeys(content));
    case "i":
      if (!/^[+-]?\d+$/.test(content)) {
        throw new SyntaxError(`Cannot read the path element "${text}" as it has no number`);
      }
      return `i:${Number(content)}`;
    default:
      return undefined;
  }
}

function readKeys(text: string): JsonObject {
  const keys = JSON.parse(text);
  if (typeof keys !== "object" || keys === null || Array.isArray(keys)) {
    throw new SyntaxError(`Cannot read the keys ${text} as they must be an object`);
  }
  return keys;
}

const KINDS = "fkvi";

/** The order of steps on the wire: fields, keyed items, values, places; each by its content. */
export function compareElements(left: PathElement, right: PathElement): number {
  const kind = left[0]!;
  if (kind !== right[0]) return KINDS.indexOf(kind) - KINDS.indexOf(right[0]!);
  if (kind === "f") return left < right ? -1 : left > right ? 1 : 0;
  const [a, b] = [JSON.parse(left.slice(2)), JSON.parse(right.slice(2))];
  return kind === "k" ? compareKeys(a, b) : compareValues(a, b);
}

function compareKeys(left: JsonObject, right: JsonObject): number {
  const [a, b] = [Object.entries(left), Object.entries(right)];
  for (const [index, [name, value]] of a.entries()) {
    const other = b[index];
    if (!other) return 1;
    if (name !== other[0]) return name < other[0] ? -1 : 1;
    const order = compareValues(value, other[1]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const RANKS = ["number", "string", "boolean", "object"];

function compareValues(left: Json, right: Json): number {
  if (typeof left !== typeof right) return RANKS.indexOf(typeof left) - RANKS.indexOf(typeof right);
  if (left === right) return 0;
  if (typeof left === "object" || typeof right === "object") {
    return compareValues(JSON.stringify(left), JSON.stringify(right));
  }
  return left < right ? -1 : 1;
}

/** Formats a path for messages: `.spec.template.spec.containers[name="c"].image`. */
export function displayPath(path: readonly PathElement[]): string {
  return path.map(displayElement).join("");
}

function displayElement(element: PathElement): string {
  const content = element.slice(2);
  switch (element[0]) {
    case "f":
      return `.${content}`;
    case "k": {
      const keys = Object.entries(JSON.parse(content) as JsonObject);
      return `[${keys.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(",")}]`;
    }
    case "v":
      return `[=${content}]`;
    default:
      return `[${content}]`;
  }
}

/** An object without the structure of its schema. */
export class StructureError extends Error {
  override readonly name = "StructureError";

  /** Creates an error about a path. */
  constructor(path: readonly PathElement[], what: string) {
    super(`${displayPath(path) || "."}: ${what}`);
  }
}

/** A value whose fields or items have owners of their own. */
export type Granular = ObjectSchema | MapSchema | ListSchema;

/** The schema of unknown fields: one owner as a whole. */
const UNKNOWN: Schema = { type: "any" };

/** Returns the schema of values: one that is deduced depends on them. */
export function schemaOfValues(schema: Schema, ...values: readonly (Json | undefined)[]): Schema {
  if (schema.type !== "map" || !schema.isDeduced) return schema;
  const isPlain = (value: Json | undefined) =>
    value !== undefined && value !== null && (typeof value !== "object" || Array.isArray(value));
  return values.some(isPlain) ? UNKNOWN : schema;
}

/** Returns true if the parts of values of a type have owners of their own. */
export function isGranular(schema: Schema): schema is Granular {
  switch (schema.type) {
    case "object":
    case "map":
      return !schema.atomic;
    case "list":
      return schema.listType !== "atomic";
    default:
      return false;
  }
}

/** Returns the type of a field of an object, or of a key of a map. */
export function typeOfField(schema: ObjectSchema | MapSchema, name: string): Schema {
  if (schema.type === "map") return schema.values;
  return schema.fields.get(name)?.schema ?? schema.unknown ?? UNKNOWN;
}

/** Returns the type at a path element; undefined if the schema does not have it. */
export function typeOfElement(
  schema: Schema | undefined,
  element: PathElement,
): Schema | undefined {
  switch (schema?.type) {
    case "object":
      return schema.fields.get(element.slice(2))?.schema ?? schema.unknown;
    case "map":
      return schema.values;
    case "list":
      return element.startsWith("k:") ? schema.items : undefined;
    default:
      return undefined;
  }
}

/** Returns true if a path element is a field in the schema, rather than a key or an item. */
export function isNamedField(schema: Schema | undefined, element: PathElement): boolean {
  return schema?.type === "object" && element.startsWith("f:") &&
    schema.fields.has(element.slice(2));
}

/**
 * Returns the fields of a value; none for null or undefined.
 *
 * @throws {StructureError} for other values
 */
export function fieldsOf(value: Json | undefined, path: readonly PathElement[]): JsonObject {
  if (value === undefined || value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value;
  throw new StructureError(path, `must be an object: current value is ${JSON.stringify(value)}`);
}

/** Returns a field of an object, undefined if it is absent; keys of maps may have any name. */
export const ownField = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/**
 * Returns the items of a list by path element, in order; none for null or undefined.
 *
 * @throws {StructureError} for values that are not lists, and for items without a key or with the
 * key of another
 */
export function itemsByElement(
  value: Json | undefined,
  schema: ListSchema,
  path: readonly PathElement[],
): ReadonlyMap<PathElement, Json> {
  const items = new Map<PathElement, Json>();
  if (value === undefined || value === null) return items;
  if (!Array.isArray(value)) {
    throw new StructureError(path, `must be a list: current value is ${JSON.stringify(value)}`);
  }
  for (const item of value) {
    const element = itemElement(item, schema, path);
    if (items.has(element)) {
      throw new StructureError([...path, element], "the list has another item of that key");
    }
    items.set(element, item);
  }
  return items;
}

function itemElement(
  item: Json,
  schema: ListSchema,
  path: readonly PathElement[],
): PathElement {
  if (schema.listType === "set") {
    if (typeof item !== "object") return valueElement(item);
    throw new StructureError(path, `an item must be a plain value: it is ${JSON.stringify(item)}`);
  }
  if (typeof item !== "object" || item === null || Array.isArray(item)) {
    throw new StructureError(path, `an item must be an object: it is ${JSON.stringify(item)}`);
  }
  const keys: JsonObject = {};
  for (const key of schema.keys) {
    const value = item[key] ?? defaultOfKey(schema, key);
    if (value === undefined) throw new StructureError(path, `an item lacks its key "${key}"`);
    keys[key] = value;
  }
  return keyElement(keys);
}

const defaultOfKey = ({ items }: ListSchema, key: string): Json | undefined =>
  items.type === "object" ? items.fields.get(key)?.default : undefined;
