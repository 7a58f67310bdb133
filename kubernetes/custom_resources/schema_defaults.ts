/**
 * Sets the defaults of a structural schema.
 *
 * @module
 */
import { copyOf, type Json } from "@plumbline/server/api";
import { fieldSchema, isObject, type JsonSchema, setMember, valuesOf } from "./json_schema.ts";

/**
 * Sets the defaults of a schema in place. A null counts as absent unless the schema is nullable:
 * it becomes the default, or is removed if there is none.
 *
 * @returns true if the value changed
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { setSchemaDefaults } from "./schema_defaults.ts";
 *
 * const value = { b: null };
 * setSchemaDefaults(value, {
 *   type: "object",
 *   properties: { a: { type: "string", default: "x" }, b: { type: "string" } },
 * });
 * assertEquals<unknown>(value, { a: "x" });
 * ```
 */
export function setSchemaDefaults(value: Json | undefined, schema: JsonSchema): boolean {
  const isSet = setDefaults(value, schema);
  return removeNulls(value, schema) || isSet;
}

/** Returns true for a null that its schema does not allow. */
const isUnsetNull = (value: Json | undefined, schema: JsonSchema): boolean =>
  value === null && schema.nullable !== true;

/**
 * Sets the defaults of a schema in place, also where a value is null that may not be.
 *
 * @returns true if the value changed
 */
export function setDefaults(value: Json | undefined, schema: JsonSchema): boolean {
  let changed = false;
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!items) return false;
    value.forEach((item, at) => {
      if (isUnsetNull(item, items) && items.default !== undefined) {
        value[at] = copyOf(items.default);
        changed = true;
      }
      changed = setDefaults(value[at], items) || changed;
    });
    return changed;
  }
  if (!isObject(value)) return false;
  const { properties = {} } = schema;
  for (const [name, property] of Object.entries(properties)) {
    if (property.default === undefined) continue;
    const inner = Object.hasOwn(value, name) ? value[name] : undefined;
    if (inner !== undefined && !isUnsetNull(inner, property)) continue;
    setMember(value, name, copyOf(property.default));
    changed = true;
  }
  const values = valuesOf(schema);
  for (const name of Object.keys(value)) {
    const known = fieldSchema(schema, name);
    if (!known) continue;
    if (known === values && isUnsetNull(value[name], known) && known.default !== undefined) {
      setMember(value, name, copyOf(known.default));
      changed = true;
    }
    changed = setDefaults(value[name], known) || changed;
  }
  return changed;
}

/**
 * Removes the members in place that are null although their schema is not nullable and has no
 * default.
 *
 * @returns true if the value changed
 */
export function removeNulls(value: Json | undefined, schema: JsonSchema): boolean {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((item) => removeNulls(item, items)).includes(true) : false;
  }
  if (!isObject(value)) return false;
  let changed = false;
  for (const name of Object.keys(value)) {
    const known = fieldSchema(schema, name);
    if (!known) continue;
    if (isUnsetNull(value[name], known) && known.default === undefined) {
      delete value[name];
      changed = true;
    } else changed = removeNulls(value[name], known) || changed;
  }
  return changed;
}
