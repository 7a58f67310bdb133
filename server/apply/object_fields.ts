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

/**
 * Returns the fields of a configuration: its leaves, map keys and list items.
 *
 * @throws {StructureError} for a configuration without the structure of its schema
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

function addFields(value: Json, stated: Schema, path: PathElement[], set: FieldSet): void {
  const schema = schemaOfValues(stated, value);
  if (!isGranular(schema)) {
    insert(set, path);
  } else if (schema.type === "list") {
    for (const [element, item] of itemsByElement(value, schema, path)) {
      path.push(element);
      addFields(item, schema.items, path, set);
      insert(set, path);
      path.pop();
    }
  } else {
    for (const [name, child] of Object.entries(fieldsOf(value, path))) {
      path.push(fieldElement(name));
      const type = typeOfField(schema, name);
      addFields(child, type, path, set);
      const isKey = schema.type === "map" || !schema.fields.has(name);
      if (isKey || isEmptyValue(child)) insert(set, path);
      path.pop();
    }
  }
}

/** Returns true for a value without parts, which is owned as a whole. */
const isEmptyValue = (value: Json): boolean =>
  value === null ||
  (typeof value === "object" && !Array.isArray(value) && Object.keys(value).length === 0);

/**
 * Returns the object without the fields of a set.
 *
 * @param options.keepEmptied set emptied values to null instead of removing them, to distinguish
 * them from removed ones @default {false}
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
  stated: Schema,
  emptied: null | undefined,
): Json | undefined {
  const schema = schemaOfValues(stated, value);
  if (!isGranular(schema) || isEmpty(fields)) return value;
  if (schema.type === "list") {
    const kept = [...itemsByElement(value, schema, [])]
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
 * Returns the set with every named field that has members below it, so that an emptied object is
 * removed as well. Map keys and list items must be members themselves.
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

/** Returns the set as servers write it today: without members below atomic values. */
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
