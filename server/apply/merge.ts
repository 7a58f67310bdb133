/**
 * An applied configuration, merged into the live object.
 *
 * @module
 */
import type { ListSchema, ObjectSchema, Schema } from "../codec/schema.ts";
import type { Json, JsonObject } from "../object.ts";
import { fieldsOf, isGranular, itemsOf, ownField, typeOfField } from "./parts.ts";
import { fieldElement, type PathElement } from "./path_element.ts";

/**
 * The live object with everything an applied configuration says. Nothing is removed by it; neither
 * argument is changed, and the result shares what did not change with them.
 *
 * @throws {StructureError} when one does not have the structure the schema tells of
 */
export function mergeApplied(
  live: JsonObject,
  applied: JsonObject,
  schema: ObjectSchema,
): JsonObject {
  return merge(live, applied, schema, []) as JsonObject;
}

function merge(
  live: Json | undefined,
  applied: Json | undefined,
  schema: Schema,
  path: readonly PathElement[],
): Json {
  if (applied === undefined) return live!;
  if (live === undefined || !isGranular(schema)) return applied;
  if (schema.type === "list") return mergeLists(live, applied, schema, path);
  const [left, right] = [fieldsOf(live, path), fieldsOf(applied, path)];
  const merged = new Map(Object.entries(left));
  for (const [name, value] of Object.entries(right)) {
    const type = typeOfField(schema, name);
    merged.set(name, merge(ownField(left, name), value, type, [...path, fieldElement(name)]));
  }
  return merged.size === 0 ? applied : Object.fromEntries(merged);
}

function mergeLists(
  live: Json,
  applied: Json,
  schema: ListSchema,
  path: readonly PathElement[],
): Json {
  const [left, right] = [itemsOf(live, schema, path), itemsOf(applied, schema, path)];
  if (left.size + right.size === 0) return applied;
  return mergeOrder([...left.keys()], [...right.keys()]).map((element) =>
    merge(left.get(element), right.get(element), schema.items, [...path, element])
  );
}

/**
 * The order of a merged list: that of the applied items, with the items that only the live list
 * has at their places before the shared item that follows them.
 */
export function mergeOrder(
  live: readonly PathElement[],
  applied: readonly PathElement[],
): PathElement[] {
  const [isLive, isApplied] = [new Set(live), new Set(applied)];
  const order: PathElement[] = [];
  let next = 0;
  for (const element of live) {
    if (!isApplied.has(element)) {
      order.push(element);
      continue;
    }
    const shared = applied.findIndex((other, index) => index >= next && isLive.has(other));
    // Of the shared items only the next one may go ahead: the others wait for their turn.
    if (applied[shared] !== element) continue;
    order.push(...applied.slice(next, shared + 1));
    next = shared + 1;
  }
  return [...order, ...applied.slice(next)];
}
