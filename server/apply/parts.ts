/**
 * How values fall into parts that can be owned one by one.
 *
 * @module
 */
import type { ListSchema, MapSchema, ObjectSchema, Schema } from "../codec/schema.ts";
import type { Json, JsonObject } from "../object.ts";
import { keyElement, type PathElement, valueElement } from "./path_element.ts";
import { StructureError } from "./structure_error.ts";

/** A value whose fields or items have owners of their own. */
export type Granular = ObjectSchema | MapSchema | ListSchema;

/** What nothing is known of: it has one owner as a whole. */
const UNKNOWN: Schema = { type: "any" };

/** Tells whether the parts of values of a type have owners of their own. */
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

/** The type of a field of an object or of a key of a map. */
export function typeOfField(schema: ObjectSchema | MapSchema, name: string): Schema {
  if (schema.type === "map") return schema.values;
  return schema.fields.get(name)?.schema ?? UNKNOWN;
}

/** The type that a step of a path leads to; undefined where the schema knows none. */
export function typeOfElement(
  schema: Schema | undefined,
  element: PathElement,
): Schema | undefined {
  switch (schema?.type) {
    case "object":
      return schema.fields.get(element.slice(2))?.schema;
    case "map":
      return schema.values;
    case "list":
      return element.startsWith("k:") ? schema.items : undefined;
    default:
      return undefined;
  }
}

/** Tells whether a step leads to a field that the schema names, rather than to a key or an item. */
export function isNamedField(schema: Schema | undefined, element: PathElement): boolean {
  return schema?.type === "object" && element.startsWith("f:") &&
    schema.fields.has(element.slice(2));
}

/** The fields of a value; none for null or nothing. @throws {StructureError} for other values */
export function fieldsOf(value: Json | undefined, path: readonly PathElement[]): JsonObject {
  if (value === undefined || value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value;
  throw new StructureError(path, `must be an object: current value is ${JSON.stringify(value)}`);
}

/** A field of an object, undefined where it has none; keys of maps may be called anything. */
export const ownField = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/**
 * The items of a list by the steps that lead to them, in order; none for null or nothing.
 *
 * @throws {StructureError} for values that are no lists, items that lack a key or occur twice
 */
export function itemsOf(
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
