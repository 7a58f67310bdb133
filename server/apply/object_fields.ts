/**
 * Fields and list items of an object that can have owners of their own, according to its schema.
 *
 * @module
 */
import type { ListSchema, MapSchema, ObjectSchema, Schema } from "../codec/schema.ts";
import type { Json, JsonObject } from "../object.ts";
import {
  below,
  difference,
  displayPath,
  EMPTY,
  fieldElement,
  type FieldSet,
  has,
  insert,
  isEmpty,
  keyElement,
  type PathElement,
  setOf,
  union,
  valueElement,
} from "./field_set.ts";

/** Content does not have the structure its schema tells of. */
export class StructureError extends Error {
  override readonly name = "StructureError";

  /** Tells what is wrong at a path. */
  constructor(path: readonly PathElement[], what: string) {
    super(`${displayPath(path) || "."}: ${what}`);
  }
}

/** A value whose fields or items have owners of their own. */
export type Granular = ObjectSchema | MapSchema | ListSchema;

/** What nothing is known of: it has one owner as a whole. */
const UNKNOWN: Schema = { type: "any" };

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

/** Returns true if a step leads to a field that the schema names, rather than to a key or an item. */
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

/**
 * The fields of a configuration: its leaves, the keys of its maps and the items of its lists.
 *
 * @throws {StructureError} when it does not have the structure the schema tells of
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { definition } from "../codec/schema.ts";
 * import { fieldSetOf } from "./object_fields.ts";
 *
 * const fields = fieldSetOf({ data: { a: "MQ==" } }, definition("core.v1.Secret"));
 * assertEquals(fields, { "f:data": { "f:a": {} } });
 * ```
 */
export function fieldSetOf(configuration: JsonObject, schema: ObjectSchema): FieldSet {
  const set: FieldSet = {};
  addFields(configuration, schema, [], set);
  return set;
}

function addFields(value: Json, schema: Schema, path: PathElement[], set: FieldSet): void {
  if (!isGranular(schema)) {
    insert(set, path);
  } else if (schema.type === "list") {
    for (const [element, item] of itemsOf(value, schema, path)) {
      path.push(element);
      addFields(item, schema.items, path, set);
      insert(set, path);
      path.pop();
    }
  } else {
    for (const [name, child] of Object.entries(fieldsOf(value, path))) {
      path.push(fieldElement(name));
      addFields(child, typeOfField(schema, name), path, set);
      if (schema.type === "map" || isEmptyValue(child)) insert(set, path);
      path.pop();
    }
  }
}

/** What has no parts to own is owned itself. */
const isEmptyValue = (value: Json): boolean =>
  value === null ||
  (typeof value === "object" && !Array.isArray(value) && Object.keys(value).length === 0);

/**
 * The object without the fields of a set.
 *
 * @param options.keepEmptied let what loses all its parts become null instead of going with them,
 *   so that it can be told from what was taken away itself
 * @default {false}
 */
export function removeFields(
  object: JsonObject,
  fields: FieldSet,
  schema: ObjectSchema,
  { keepEmptied = false }: { keepEmptied?: boolean } = {},
): JsonObject {
  const emptied = keepEmptied ? null : undefined;
  return removeFrom(object, fields, schema, emptied) as JsonObject ?? {};
}

function removeFrom(
  value: Json,
  fields: FieldSet,
  schema: Schema,
  emptied: null | undefined,
): Json | undefined {
  if (!isGranular(schema) || isEmpty(fields)) return value;
  if (schema.type === "list") {
    const kept = [...itemsOf(value, schema, [])]
      .filter(([element]) => !has(fields, element))
      .map(([element, item]) => removeFrom(item, below(fields[element]), schema.items, null)!);
    return kept.length === 0 ? emptied : kept;
  }
  const kept = new Map<string, Json>();
  for (const [name, child] of Object.entries(fieldsOf(value, []))) {
    const element = fieldElement(name);
    if (has(fields, element)) continue;
    const type = typeOfField(schema, name);
    const left = removeFrom(child, below(fields[element]), type, emptied);
    if (left !== undefined) kept.set(name, left);
  }
  return kept.size === 0 ? emptied : Object.fromEntries(kept);
}

/**
 * The set with every field that the schema names and that has members below it, so that an object
 * whose last field goes can go as well. Keys of maps and items of lists speak for themselves.
 */
export function withNamedFields(set: FieldSet, schema: Schema | undefined): FieldSet {
  const result: FieldSet = {};
  for (const [element, entry] of Object.entries(set)) {
    const children = withNamedFields(below(entry), typeOfElement(schema, element));
    const isPlain = isEmpty(children) || (!isNamedField(schema, element) && !("." in entry));
    result[element] = isPlain ? children : { ".": EMPTY, ...children };
  }
  return result;
}

/** The set as servers write it today: what has one owner as a whole has no members below it. */
export function withoutMembersOfAtomic(set: FieldSet, schema: Schema): FieldSet {
  let result = set;
  for (const [element, entry] of Object.entries(set)) {
    const type = element === "." ? undefined : typeOfElement(schema, element);
    if (!type || !hasMembers(type) || isEmpty(entry)) continue;
    const changed = isGranular(type) ? withoutMembersOfAtomic(entry, type) : EMPTY;
    if (changed !== entry) result = { ...result, [element]: changed };
  }
  return result;
}

const hasMembers = ({ type }: Schema): boolean =>
  type === "object" || type === "map" || type === "list";

/** Fields that the server sets and nobody owns; `metadata` itself is another. */
const UNOWNED = setOf(
  ...["apiVersion", "kind"].map((field) => [fieldElement(field)]),
  ...[
    "name",
    "namespace",
    "creationTimestamp",
    "selfLink",
    "uid",
    "clusterName",
    "generation",
    "managedFields",
    "resourceVersion",
  ].map((field) => [fieldElement("metadata"), fieldElement(field)]),
);

/** Returns the fields to ignore in comparisons: those without owner and those a write does not change. */
export const withUnowned = (resetFields: FieldSet): FieldSet => union(UNOWNED, resetFields);

/** Returns a set without the fields that nobody owns. */
export const ownable = (fields: FieldSet): FieldSet =>
  difference(difference(fields, UNOWNED), METADATA);

const METADATA = setOf([fieldElement("metadata")]);
