/**
 * Checks that a value has the structure of its schema.
 *
 * @module
 */
import type { Schema } from "../codec/schema.ts";
import type { Json } from "../object.ts";
import {
  fieldElement,
  fieldsOf,
  isGranular,
  itemsByElement,
  type PathElement,
  schemaOfValues,
  StructureError,
  typeOfField,
} from "./path_elements.ts";

/** The types of plain values in JSON. Other types accept any value. */
const PLAIN: Readonly<Record<string, "string" | "number" | "boolean">> = {
  string: "string",
  bytes: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
};

/**
 * Checks a value and all its parts, also those that have no owners of their own. Null is a value of
 * every type.
 *
 * @throws {StructureError} for a value or a part of another type
 */
export function checkStructure(
  value: Json | undefined,
  stated: Schema,
  path: readonly PathElement[] = [],
): void {
  if (value === undefined || value === null) return;
  const schema = schemaOfValues(stated, value);
  if (schema.type === "object" || schema.type === "map") {
    for (const [name, inner] of Object.entries(fieldsOf(value, path))) {
      checkStructure(inner, typeOfField(schema, name), [...path, fieldElement(name)]);
    }
  } else if (schema.type === "list") {
    if (!Array.isArray(value)) {
      throw new StructureError(path, `must be a list: current value is ${JSON.stringify(value)}`);
    }
    if (isGranular(schema)) itemsByElement(value, schema, path);
    for (const item of value) checkStructure(item, schema.items, path);
  } else {
    const expected = PLAIN[schema.type];
    if (expected && typeof value !== expected) {
      throw new StructureError(path, `must be a ${expected}: it is ${JSON.stringify(value)}`);
    }
  }
}
