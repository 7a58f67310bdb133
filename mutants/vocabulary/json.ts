/**
 * Reads and changes JSON objects whose shape is known.
 *
 * @module
 */
import type { ApiObject, Json, JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";

/** Returns the object at a path; an empty one if there is none. */
export function within(value: unknown, ...path: readonly string[]): JsonObject {
  return path.reduce((object, step) => asObject(object[step]) ?? {}, asObject(value) ?? {});
}

/** Returns the items of a list; none if the value is no list. */
export const listOf = (value: unknown): readonly Json[] => Array.isArray(value) ? value : [];

/** Returns the objects of a list; none if the value is no list. */
export const objectsOf = (value: unknown): readonly JsonObject[] =>
  listOf(value).map((item) => asObject(item) ?? {});

/** Returns the metadata of an object; an empty object if it has none. */
export const metadataOf = (object: unknown): JsonObject => within(object, "metadata");

/** Returns an object with changed metadata. */
export function withMetadata<Body extends JsonObject | ApiObject>(
  body: Body,
  changed: JsonObject,
): Body {
  return { ...body, metadata: { ...metadataOf(body), ...changed } };
}

/** Returns a Status with changed details. */
export function withDetails(status: JsonObject, changed: JsonObject): JsonObject {
  return { ...status, details: { ...within(status, "details"), ...changed } };
}

/** Returns an object without some members. */
export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Returns an object without some members of its metadata. */
export function withoutMetadata<Body extends JsonObject | ApiObject>(
  body: Body,
  ...names: readonly string[]
): Body {
  const { metadata } = body;
  return metadata ? { ...body, metadata: without(metadataOf(body), ...names) } : body;
}

/** Returns an object with a changed spec. */
export function withSpec<Body extends JsonObject | ApiObject>(
  body: Body,
  changed: JsonObject,
): Body {
  return { ...body, spec: { ...within(body, "spec"), ...changed } };
}

/** Returns the JSON object in a text; undefined if there is none. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
