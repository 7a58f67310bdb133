/**
 * An object of a kind before anybody said anything: with the fields that are always there.
 *
 * @module
 */
import type { Field, ObjectSchema } from "../codec/schema.ts";
import type { Json, JsonObject } from "../object.ts";

const known = new WeakMap<ObjectSchema, JsonObject>();

/** The empty object of a type. What is always there was set by nobody who creates an object. */
export function emptyObject(schema: ObjectSchema): JsonObject {
  let empty = known.get(schema);
  if (!empty) {
    empty = Object.fromEntries(
      [...schema.fields.values()].filter(isAlwaysThere).map((
        field,
      ) => [field.name, valueOf(field)]),
    );
    known.set(schema, empty);
  }
  return empty;
}

const isAlwaysThere = (field: Field): boolean =>
  field.required || isZero(field.default ?? null) || field.schema.type === "time" &&
    field.default !== undefined;

/** The default of a field that is always there is the zero of its type. */
const isZero = (value: Json): boolean =>
  value === "" || value === 0 || value === false ||
  (typeof value === "object" && value !== null && Object.keys(value).length === 0);

function valueOf({ schema, default: value }: Field): Json {
  if (schema.type === "object" && value !== undefined) return emptyObject(schema);
  return schema.type === "time" || value === undefined ? null : value;
}
