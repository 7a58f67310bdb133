/**
 * The fields of a type that can be changed without harm, and values for them.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { type Path, valueAt, withValueAt } from "./json.ts";
import type { Schema } from "./schema.ts";
import { ENVELOPE, isQuiet, validValues } from "./valid_object.ts";

/** A field that may have one of several values, or none. */
export interface Variation {
  /** The keys of the field; its parent is in every object of the type. */
  readonly path: readonly string[];
  /** The values, at least one; at least two if it is required. */
  readonly values: readonly Json[];
  /** True if every object has the field. */
  readonly required: boolean;
}

/** Fields that reach beyond their object, or that only servers write. */
const LEFT_ALONE =
  /^(finalizers|ownerReferences|globalDefault|nodeName|nodeSelector|host(Network|PID|IPC)|privileged|serviceAccount(Name)?|loadBalancer.*|sessionAffinity|externalIPs|clusterIPs?|type|selector|template|signerName|claimRef|immutable|\$.*)$/;

/** The depth of the fields: fields far down are those of templates. */
const DEPTH = 3;

/** Returns the fields of a valid object that may be changed, those near the top first. */
export function variationsOf(schema: Schema, base: JsonObject): Variation[] {
  const found: Variation[] = [];
  let level: { schema: Schema; path: readonly string[] }[] = [{ schema, path: [] }];
  while (level.length > 0) {
    const below: typeof level = [];
    for (const { schema, path } of level) {
      for (const key of schema.fields) {
        if (LEFT_ALONE.test(key) || isQuiet(key)) continue;
        if (path.length === 0 && ENVELOPE.includes(key)) continue;
        const field = schema.field(key)!;
        const place = [...path, key];
        const present = valueAt(base, place) !== undefined;
        if (present && field.type === "object" && place.length < DEPTH) {
          below.push({ schema: field, path: place });
        } else if (field.type === "map" && place.length <= DEPTH) {
          found.push(...entriesOf(field, place, present));
        } else {
          const required = schema.required.includes(key) || present;
          const variation = leafOf(field, place, required, valueAt(base, place));
          if (variation !== undefined) found.push(variation);
        }
      }
    }
    level = below;
  }
  return found;
}

/** Returns a scalar, a list of scalars, or an object with one optional scalar. */
function leafOf(
  field: Schema,
  path: readonly string[],
  required: boolean,
  base: Json | undefined,
): Variation | undefined {
  const key = path.at(-1)!;
  const isPlain = (values: readonly Json[]) =>
    values.every((value) => !JSON.stringify(value).includes("{n"));
  const variation = (values: readonly Json[]) => {
    const all = required && base !== undefined && !values.some((each) => same(each, base))
      ? [base, ...values]
      : values;
    const enough = all.length >= (required ? 2 : 1) && isPlain(all);
    return enough ? { path, values: all, required } : undefined;
  };
  if (isScalar(field)) return variation(validValues(field, key));
  if (field.type === "list" && field.items !== undefined && isScalar(field.items)) {
    if (field.listType === "map" || field.maxItems < 1 || field.minItems > 1) return undefined;
    const items = validValues(field.items, key.replace(/s$/, ""));
    return variation(items.slice(0, 2).map((item) => [item]));
  }
  if (field.type !== "object" || base !== undefined || field.required.length > 0) return undefined;
  for (const name of field.fields) {
    const inner = field.field(name)!;
    if (!isScalar(inner) || LEFT_ALONE.test(name)) continue;
    return variation(validValues(inner, name).slice(0, 2).map((value) => ({ [name]: value })));
  }
  return undefined;
}

/** Returns variations of two entries of a map, which then is in every object. */
function entriesOf(map: Schema, path: readonly string[], present: boolean): Variation[] {
  const values = map.field("plumbline-a");
  if (values === undefined || !isScalar(values)) return [];
  const plain = validValues(values, "").slice(0, 2);
  if (present) {
    return ["plumbline-a", "plumbline-b"].map((key) => ({
      path: [...path, key],
      values: plain,
      required: false,
    }));
  }
  return [{ path, values: plain.map((value) => ({ "plumbline-a": value })), required: false }];
}

function isScalar({ type }: Schema): boolean {
  return ["string", "integer", "number", "boolean", "int or string"].includes(type);
}

function same(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Returns the value of a variation in the content of a number; undefined where it is absent. The
 * first variation differs between any two of three consecutive contents.
 */
function chosen({ values, required }: Variation, at: number, content: number) {
  const choices = values.length + (required ? 0 : 1);
  const turn = at === 0 ? content : content + at + Math.floor(content * at / 3);
  return values[turn % choices];
}

/** Returns an object with the values of a content number: content 0 is as the base. */
export function varied(base: JsonObject, variations: readonly Variation[], content: number) {
  if (content === 0) return base;
  return variations.reduce(
    (object: Json, variation, at) =>
      withValueAt(object, variation.path as Path, chosen(variation, at, content)),
    base,
  ) as JsonObject;
}

/** Returns a merge patch that makes any content that of a number. */
export function changeTo(
  base: JsonObject,
  variations: readonly Variation[],
  content: number,
): JsonObject {
  return variations.reduce(
    (patch: Json, variation, at) => {
      const value = content === 0 ? valueAt(base, variation.path) : chosen(variation, at, content);
      return withValueAt(patch, variation.path as Path, value ?? null);
    },
    {},
  ) as JsonObject;
}
