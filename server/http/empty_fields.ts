/**
 * Fields that real servers write even where nothing is said: times and lists that are part of their
 * object, as null. The interface is silent on it; clients meet it.
 *
 * @module
 */
import type { Field, ObjectSchema, Schema } from "../codec/schema.ts";
import type { Json, JsonObject } from "../object.ts";

/** Returns a value with its empty fields, the very same where it has them all. */
export type EmptyFields = (value: Json) => Json;

const known = new WeakMap<ObjectSchema, EmptyFields>();

const same: EmptyFields = (value) => value;

/**
 * What writes out the empty fields of objects of a type. What it returns may share parts with what
 * it is given, which is left as it is.
 */
export function emptyFieldsOf(schema: ObjectSchema): EmptyFields {
  let fill = known.get(schema);
  if (!fill) {
    // A type within itself finds this, which is what there is to be done below it.
    known.set(schema, same);
    fill = fillerOf(schema);
    known.set(schema, fill);
  }
  return fill;
}

function fillerOf(schema: ObjectSchema): EmptyFields {
  const fields = [...schema.fields.values()];
  const empty = fields.filter(isWritten).map(({ name }) => name);
  const inner = fields.flatMap(({ name, schema }) => {
    const fill = partsOf(schema);
    return fill === same ? [] : [[name, fill] as const];
  });
  if (empty.length === 0 && inner.length === 0) return same;
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    let result = value;
    for (const name of empty) {
      if (value[name] === undefined) result = { ...result, [name]: null };
    }
    for (const [name, fill] of inner) {
      const part = value[name];
      const filled = part === undefined ? part : fill(part);
      if (filled !== part) result = { ...result, [name]: filled! };
    }
    return result;
  };
}

const isWritten = ({ schema, default: empty, keepsEmpty, required }: Field): boolean =>
  schema.type === "time" ? empty !== undefined : schema.type === "list" && keepsEmpty && !required;

function partsOf(schema: Schema): EmptyFields {
  switch (schema.type) {
    case "object":
      return emptyFieldsOf(schema);
    case "list": {
      const fill = partsOf(schema.items);
      return fill === same ? same : (value) => fillItems(value, fill);
    }
    default:
      return same;
  }
}

function fillItems(value: Json, fill: EmptyFields): Json {
  if (!Array.isArray(value)) return value;
  const filled = value.map(fill);
  return filled.some((item, index) => item !== value[index]) ? filled : value;
}

/** The same for whole objects. */
export const withEmptyFields = (object: JsonObject, fill: EmptyFields | undefined): JsonObject =>
  fill ? fill(object) as JsonObject : object;
