/**
 * An object without certain fields.
 *
 * @module
 */
import type { ObjectSchema, Schema } from "../codec/schema.ts";
import type { Json, JsonObject } from "../object.ts";
import { below, type FieldSet, has, isEmpty } from "./field_set.ts";
import { fieldsOf, isGranular, itemsOf, typeOfField } from "./parts.ts";
import { fieldElement } from "./path_element.ts";

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
  return remove(object, fields, schema, emptied) as JsonObject ?? {};
}

function remove(
  value: Json,
  fields: FieldSet,
  schema: Schema,
  emptied: null | undefined,
): Json | undefined {
  if (!isGranular(schema) || isEmpty(fields)) return value;
  if (schema.type === "list") {
    const kept = [...itemsOf(value, schema, [])]
      .filter(([element]) => !has(fields, element))
      .map(([element, item]) => remove(item, below(fields[element]), schema.items, null)!);
    return kept.length === 0 ? emptied : kept;
  }
  const kept = new Map<string, Json>();
  for (const [name, child] of Object.entries(fieldsOf(value, []))) {
    const element = fieldElement(name);
    if (has(fields, element)) continue;
    const type = typeOfField(schema, name);
    const left = remove(child, below(fields[element]), type, emptied);
    if (left !== undefined) kept.set(name, left);
  }
  return kept.size === 0 ? emptied : Object.fromEntries(kept);
}
