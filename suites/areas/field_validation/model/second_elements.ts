/**
 * Extends lists, so that checks also cover elements after the first.
 *
 * @module
 */
import type { Json, JsonObject } from "../../../client/http_client.ts";
import { asObject } from "../../../model/object.ts";

/** Adds a copy of the last element, under another name, to each list of objects. */
export function withSecondElements(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, longer(value)]));
}

function longer(value: Json): Json {
  if (!Array.isArray(value)) {
    const object = asObject(value);
    return object === undefined ? value : withSecondElements(object);
  }
  const items = value.map(longer);
  const last = asObject(items.at(-1));
  if (last === undefined) return items;
  const { name } = last;
  return [...items, { ...last, ...(typeof name === "string" && { name: `${name}-2` }) }];
}
