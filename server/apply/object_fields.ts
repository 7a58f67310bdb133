/**
 * Fields and list items of an object that can have owners of their own, according to its schema.
 *
 * @module
 */
import type { ObjectSchema, Schema } from "../codec/schema.ts";
import type { Json, JsonObject } from "../object.ts";
import { below, EMPTY, type FieldSet, has, insert, isEmpty } from "./field_set.ts";
import {
  fieldElement,
  fieldsOf,
  isGranular,
  isNamedField,
  itemsByElement,
  type PathElement,
  schemaOfValues,
  typeOfElement,
  typeOfField,
} from "./path_elements.ts";

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
