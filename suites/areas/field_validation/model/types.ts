/**
 * Replaces values of a valid object by values of other types.
 *
 * @module
 */
import type { Json, JsonObject } from "../../../client/http_client.ts";
import type { Place } from "../../../model/field_injection.ts";

/** Returns the object with another value at a place. */
export function replaced(object: JsonObject, place: Place, value: Json): JsonObject {
  return put(object, place, value) as JsonObject;
}

function put(within: Json, [key, ...rest]: Place, value: Json): Json {
  if (key === undefined) return value;
  if (Array.isArray(within)) {
    return within.map((item, index) => index === key ? put(item, rest, value) : item);
  }
  const members = within as { [key: string]: Json };
  return { ...members, [key]: put(members[key]!, rest, value) };
}
