/**
 * Compares objects as they are stored: a list without items is stored as none.
 *
 * @module
 */
import type { Schema } from "../codec/schema.ts";
import { equal, type Json, type JsonObject } from "../object.ts";

/**
 * Returns true if two values are stored alike: they are equal but for lists that are empty in one
 * and missing in the other.
 *
 * @param schema the schema of both; values that it does not know must be equal
 */
export function sameContent(
  before: Json | undefined,
  after: Json | undefined,
  schema: Schema | undefined,
): boolean {
  if (equal(before, after)) return true;
  switch (schema?.type) {
    case "list":
      return isEmpty(before) && isEmpty(after) || sameItems(before, after, schema.items);
    case "map":
      return sameFields(before, after, () => schema.values);
    case "object":
      return !schema.read && sameFields(before, after, (name) => schema.fields.get(name)?.schema);
    default:
      return false;
  }
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || Array.isArray(value) && value.length === 0;

function sameItems(before: Json | undefined, after: Json | undefined, schema: Schema): boolean {
  return Array.isArray(before) && Array.isArray(after) && before.length === after.length &&
    before.every((item, at) => sameContent(item, after[at], schema));
}

function sameFields(
  before: Json | undefined,
  after: Json | undefined,
  schemaOf: (name: string) => Schema | undefined,
): boolean {
  if (!isObject(before) || !isObject(after)) return false;
  return Object.keys({ ...before, ...after })
    .every((name) => sameContent(before[name], after[name], schemaOf(name)));
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
