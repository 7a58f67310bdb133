/**
 * Replaces values of a valid object by values of other types.
 *
 * @module
 */
import type { Json, JsonObject } from "../../../client/http_client.ts";
import type { Place } from "../../../model/field_injection.ts";

/** Returns every place in a value except the root. */
export function typedPlacesOf(value: Json, place: Place = []): Place[] {
  const entries: [string | number, Json][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : typeof value === "object" && value !== null
    ? Object.entries(value)
    : [];
  return entries.flatMap(([key, each]) => {
    const within = [...place, key];
    return [within, ...typedPlacesOf(each, within)];
  });
}

/** Returns true if a value is an array. */
export function hasItems(value: Json): boolean {
  return Array.isArray(value);
}

/** Returns values of other types; null is not among them, as it means unset. */
export function valuesOfOtherTypes(value: Json): Json[] {
  const others: Json[] = ["a text", 7, 1.5, true, { plumb: "line" }, [], ["a text"]];
  return others.filter((other) =>
    typeof other !== typeof value || hasItems(other) !== hasItems(value)
  );
}

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
