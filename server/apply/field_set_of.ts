/**
 * The fields a configuration has an opinion about: what who applies it owns.
 *
 * @module
 */
import type { ObjectSchema, Schema } from "../codec/schema.ts";
import type { Json, JsonObject } from "../object.ts";
import { type FieldSet, insert } from "./field_set.ts";
import { fieldsOf, isGranular, itemsOf, typeOfField } from "./parts.ts";
import { fieldElement, type PathElement } from "./path_element.ts";

/**
 * The fields of a configuration: its leaves, the keys of its maps and the items of its lists.
 *
 * @throws {StructureError} when it does not have the structure the schema tells of
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { definition } from "../codec/schema.ts";
 * import { fieldSetOf } from "./field_set_of.ts";
 *
 * const fields = fieldSetOf({ data: { a: "MQ==" } }, definition("core.v1.Secret"));
 * assertEquals(fields, { "f:data": { "f:a": {} } });
 * ```
 */
export function fieldSetOf(configuration: JsonObject, schema: ObjectSchema): FieldSet {
  const set: FieldSet = {};
  visit(configuration, schema, [], set);
  return set;
}

function visit(value: Json, schema: Schema, path: PathElement[], set: FieldSet): void {
  if (!isGranular(schema)) {
    insert(set, path);
  } else if (schema.type === "list") {
    for (const [element, item] of itemsOf(value, schema, path)) {
      path.push(element);
      visit(item, schema.items, path, set);
      insert(set, path);
      path.pop();
    }
  } else {
    for (const [name, child] of Object.entries(fieldsOf(value, path))) {
      path.push(fieldElement(name));
      visit(child, typeOfField(schema, name), path, set);
      if (schema.type === "map" || isNothing(child)) insert(set, path);
      path.pop();
    }
  }
}

/** What has no parts to own is owned itself. */
const isNothing = (value: Json): boolean =>
  value === null ||
  (typeof value === "object" && !Array.isArray(value) && Object.keys(value).length === 0);
