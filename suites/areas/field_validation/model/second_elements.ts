/**
 * Longer lists: what goes for the first element has to go for the others.
 *
 * @module
 */
import type { Json, JsonObject } from "../../../client/http_client.ts";
import { asObject } from "../../../model/object.ts";

/** The object with one more element, like the last, in each list of objects; names differ. */
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
