/**
 * Extends lists, so that checks also cover elements after the first.
 *
 * @module
 */
import type { Json, JsonObject } from "../../../client/http_client.ts";
import { asObject } from "../../../model/object.ts";

/** Adds a copy of the last element, under another name, to each list of objects. */
export function withSecondElements(object: JsonObject): JsonObject {
  return withElements(object, { copies: 1 });
}

/** How lists are extended. */
interface Extension {
  /** The copies of the last element. */
  readonly copies: number;
  /** Members of the last copy in each list. */
  readonly last?: JsonObject;
}

/** Adds copies of the last element, under other names, to each list of objects. */
export function withElements(object: JsonObject, extension: Extension): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, longer(value, extension)]),
  );
}

function longer(value: Json, extension: Extension): Json {
  if (!Array.isArray(value)) {
    const object = asObject(value);
    return object === undefined ? value : withElements(object, extension);
  }
  const items = value.map((item) => longer(item, extension));
  const item = asObject(items.at(-1));
  if (item === undefined) return items;
  const { name } = item;
  const { copies, last = {} } = extension;
  const added = Array.from({ length: copies }, (_, at) => ({
    ...item,
    ...(typeof name === "string" && { name: `${name}-${at + 2}` }),
    ...(at === copies - 1 && last),
  }));
  return [...items, ...added];
}
