/**
 * Strategic merge patch: a merge patch that uses the schema. Lists with a merge key are merged item
 * by item, and directives (keys that begin with `$`) express other changes.
 *
 * | directive | effect |
 * |---|---|
 * | `$patch: replace` | in an object: it replaces the original; in an item: the list does |
 * | `$patch: delete` | in an object: it becomes empty; in an item: the item with that key is removed |
 * | `$retainKeys` | all other fields of the original are removed |
 * | `$deleteFromPrimitiveList/x` | these values of the list `x` are removed |
 * | `$setElementOrder/x` | the list `x` has its items in this order |
 *
 * A value that the original does not have is copied from the patch with its directives, which are
 * unknown fields there, as in real servers.
 *
 * @module
 */
import { badRequest } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";
import { type FieldPath, formatPath } from "./json.ts";
import type { Field, ObjectSchema, Schema } from "./schema.ts";

const PATCH = "$patch";
const RETAIN_KEYS = "$retainKeys";
const DELETE_VALUES = "$deleteFromPrimitiveList/";
const SET_ORDER = "$setElementOrder/";

/**
 * Merges a patch into an object. Neither argument is changed; the result may share parts with both.
 *
 * @param original the object @param patch the patch @param schema the schema of the kind @throws
 * {ApiError} BadRequest for an invalid directive, with its path
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { definition } from "./schema.ts";
 * import { applyStrategicMergePatch } from "./strategic_merge_patch.ts";
 *
 * const pod = applyStrategicMergePatch(
 *   { containers: [{ name: "a", image: "x" }, { name: "b" }] },
 *   { containers: [{ name: "a", image: "y" }, { name: "b", $patch: "delete" }] },
 *   definition("core.v1.PodSpec"),
 * );
 * assertEquals(pod, { containers: [{ name: "a", image: "y" }] });
 * ```
 */
export function applyStrategicMergePatch(
  original: JsonObject,
  patch: JsonObject,
  schema: ObjectSchema,
): JsonObject {
  return mergeObject(original, patch, schema, []);
}

function mergeObject(
  original: JsonObject,
  patch: JsonObject,
  schema: Schema | undefined,
  path: FieldPath,
): JsonObject {
  if (Object.hasOwn(patch, PATCH)) return replaceObject(patch, path);
  const merged = new Map(Object.entries(original));
  const rest = new Map(Object.entries(patch));
  retainKeys(merged, rest, path);
  setElementOrders(merged, rest, schema, path);
  deleteValues(merged, rest, schema, path);
  for (const [name, value] of rest) {
    const current = merged.get(name);
    if (value === null) merged.delete(name);
    else if (current === undefined || typeName(current) !== typeName(value)) {
      merged.set(name, withoutNulls(value));
    } else merged.set(name, mergeValue(current, value, fieldOf(schema, name), [...path, name]));
  }
  return Object.fromEntries(merged);
}

/** Applies `$patch` to an object. */
function replaceObject({ [PATCH]: directive, ...patch }: JsonObject, path: FieldPath): JsonObject {
  if (directive === "replace") return patch;
  if (directive === "delete") return {};
  throw unknownDirective(directive!, path);
}

function mergeValue(
  current: Json,
  value: Json,
  field: Field | undefined,
  path: FieldPath,
): Json {
  if (isObject(current)) {
    if (field?.patchStrategies.includes("replace")) return value;
    return mergeObject(current, value as JsonObject, field?.schema, path);
  }
  if (Array.isArray(current)) return mergeList(current, value as Json[], field, path);
  return value;
}

/** Applies `$retainKeys`, which must list all keys that the patch sets. */
function retainKeys(
  merged: Map<string, Json>,
  rest: Map<string, Json>,
  path: FieldPath,
): void {
  const listed = rest.get(RETAIN_KEYS);
  if (!rest.delete(RETAIN_KEYS)) return;
  const retained = new Set(asList(listed!, [...path, RETAIN_KEYS]));
  for (const [name, value] of rest) {
    const isDirective = name.startsWith(DELETE_VALUES) || name.startsWith(SET_ORDER);
    if (value === null || isDirective || retained.has(name)) continue;
    throw refusal(
      [...path, RETAIN_KEYS],
      `must list ${JSON.stringify(name)}, which the patch sets`,
    );
  }
  for (const name of merged.keys()) {
    if (!retained.has(name)) merged.delete(name);
  }
}

/** Applies `$deleteFromPrimitiveList/x`. */
function deleteValues(
  merged: Map<string, Json>,
  rest: Map<string, Json>,
  schema: Schema | undefined,
  path: FieldPath,
): void {
  for (const [directive, values] of rest) {
    if (!directive.startsWith(DELETE_VALUES)) continue;
    rest.delete(directive);
    const name = directive.slice(DELETE_VALUES.length);
    const current = merged.get(name);
    if (!Array.isArray(current)) continue;
    const gone = new Set(asList(values, [...path, directive]));
    const field = fieldOf(schema, name);
    if (!isMerged(field) || field?.mergeKey !== undefined) {
      throw refusal([...path, directive], "must name a list of plain values that is merged");
    }
    merged.set(name, current.filter((value) => !gone.has(value)));
  }
}

/** Applies `$setElementOrder/x` and the list `x` in the same patch. */
function setElementOrders(
  merged: Map<string, Json>,
  rest: Map<string, Json>,
  schema: Schema | undefined,
  path: FieldPath,
): void {
  for (const [directive, value] of rest) {
    if (!directive.startsWith(SET_ORDER)) continue;
    const name = directive.slice(SET_ORDER.length);
    const order = asList(value, [...path, directive]);
    const live = merged.has(name) ? asList(merged.get(name)!, [...path, name]) : undefined;
    const patch = rest.has(name) ? asList(rest.get(name)!, [...path, name]) : undefined;
    rest.delete(directive);
    rest.delete(name);
    if (!live && !patch) continue;
    const field = fieldOf(schema, name);
    const keyOf = keyOfItems(field, [...path, name]);
    if (patch) checkOrder(patch, order, keyOf, [...path, directive]);
    const items = live && patch ? mergeList(live, patch, field, [...path, name]) : live ?? patch!;
    order.forEach(keyOf);
    merged.set(name, inOrder(items, order, placesLeft(live ?? [], patch ?? [], keyOf), keyOf));
  }
}

/**
 * Returns the positions of items as real servers determine them: new items take the place of
 * deleted ones.
 */
function placesLeft(live: readonly Json[], patch: readonly Json[], keyOf: KeyOf): Json[] {
  const directed = (item: Json) => isObject(item) && Object.hasOwn(item, PATCH);
  const deletes = (item: Json) => directed(item) && (item as JsonObject)[PATCH] === "delete";
  const gone = new Set(patch.filter(deletes).map(keyOf));
  const plain = patch.filter((item) => !directed(item));
  const kept = live.filter((item) => !gone.has(keyOf(item)));
  const keys = new Set(kept.map(keyOf));
  return [...kept, ...plain.filter((item) => !keys.has(keyOf(item)))].slice(0, live.length);
}

/** Checks that the items of a patch are in the order that the patch states. */
function checkOrder(
  patch: readonly Json[],
  order: readonly Json[],
  keyOf: KeyOf,
  path: FieldPath,
): void {
  if (order.length === 0) return;
  let at = 0;
  for (const item of patch) {
    if (isObject(item) && Object.hasOwn(item, PATCH)) continue;
    while (at < order.length && keyOf(order[at]!) !== keyOf(item)) at++;
    if (at++ >= order.length) {
      throw refusal(path, `must list ${JSON.stringify(keyOf(item))} where the patch has it`);
    }
  }
}

function mergeList(
  live: readonly Json[],
  patch: readonly Json[],
  field: Field | undefined,
  path: FieldPath,
): Json[] {
  if (!isMerged(field)) return [...patch];
  checkItems([...live, ...patch], path);
  const keyOf = keyOfItems(field, path);
  if (field.mergeKey === undefined) {
    return inOrder([...new Set([...live, ...patch])], patch, live, keyOf);
  }
  const [special, plain] = partition(patch as JsonObject[], (item) => Object.hasOwn(item, PATCH));
  const kept = deleteItems(live, special, keyOf, path);
  if (special.some((item) => item[PATCH] === "replace")) return plain;
  const items = field.schema.type === "list" ? field.schema.items : undefined;
  return inOrder(mergeItems(kept, plain, keyOf, { schema: items, path }), plain, kept, keyOf);
}

/** Removes the items that `$patch: delete` names. */
function deleteItems(
  live: readonly Json[],
  special: readonly JsonObject[],
  keyOf: KeyOf,
  path: FieldPath,
): Json[] {
  const gone = new Set<Json | undefined>();
  for (const item of special) {
    if (item[PATCH] === "delete") gone.add(keyOf(item));
    else if (item[PATCH] !== "replace") throw unknownDirective(item[PATCH]!, path);
  }
  return live.filter((item) => !gone.has(keyOf(item)));
}

function mergeItems(
  kept: readonly Json[],
  patch: readonly JsonObject[],
  keyOf: KeyOf,
  { schema, path }: { schema: Schema | undefined; path: FieldPath },
): Json[] {
  const merged = [...kept];
  const places = placesOf(merged, keyOf);
  for (const item of patch) {
    const key = keyOf(item);
    const at = places.get(key);
    if (at === undefined) places.set(key, merged.push(item) - 1);
    else merged[at] = mergeObject(merged[at] as JsonObject, item, schema, [...path, at]);
  }
  return merged;
}

/** Returns the identity of a list item: its merge key, or itself. */
function keyOfItems(field: Field | undefined, path: FieldPath): KeyOf {
  const mergeKey = field?.mergeKey;
  if (mergeKey === undefined) return (item) => item;
  return (item) => {
    const key = isObject(item) ? item[mergeKey] : undefined;
    if (key !== undefined) return key;
    throw refusal(path, `must have items with the field ${JSON.stringify(mergeKey)}`);
  };
}

function checkItems(items: readonly Json[], path: FieldPath): void {
  const types = new Set(items.map(typeName));
  if (types.size > 1) throw refusal(path, "must have items of one type to be merged");
  if (types.has("list") || types.has("null")) throw refusal(path, "must not have lists or nulls");
}

function isMerged(field: Field | undefined): field is Field {
  return field?.patchStrategies.includes("merge") === true;
}

function fieldOf(schema: Schema | undefined, name: string): Field | undefined {
  if (schema?.type === "object") return schema.fields.get(name);
  if (schema?.type !== "map") return undefined;
  const { values } = schema;
  return {
    name,
    schema: values,
    required: false,
    pointer: false,
    keepsEmpty: true,
    patchStrategies: [],
  };
}

/** Removes nulls from a new value, in which they have nothing to delete. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => [name, withoutNulls(inner)]),
  );
}

function asList(value: Json, path: FieldPath): Json[] {
  if (Array.isArray(value)) return value;
  throw refusal(path, `must be a list: current value is ${JSON.stringify(value)}`);
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

function typeName(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

function isObject(value: Json): value is JsonObject {
  return typeName(value) === "object";
}

function refusal(path: FieldPath, why: string) {
  return badRequest(`Cannot apply the patch as ${formatPath(path)} ${why}`);
}

function unknownDirective(directive: Json, path: FieldPath) {
  const known = "must be replace or delete";
  return refusal([...path, PATCH], `${known}: current value is ${JSON.stringify(directive)}`);
}

/** Returns the identity of a list item. */
export type KeyOf = (item: Json) => Json | undefined;

/** Returns the position of each key's first item. */
function placesOf(items: readonly Json[], keyOf: KeyOf): Map<Json | undefined, number> {
  const places = new Map<Json | undefined, number>();
  items.forEach((item, at) => {
    const key = keyOf(item);
    if (!places.has(key)) places.set(key, at);
  });
  return places;
}

/**
 * Puts merged items in order.
 *
 * @param merged the items, each with one of the keys @param wanted items with the keys in the order
 * of the patch @param live the items before the patch
 */
export function inOrder(
  merged: readonly Json[],
  wanted: readonly Json[],
  live: readonly Json[],
  keyOf: KeyOf,
): Json[] {
  const wantedPlaces = placesOf(wanted, keyOf);
  const livePlaces = placesOf(live, keyOf);
  const isWanted = (item: Json) => wantedPlaces.has(keyOf(item));
  const ordered = sortedBy(merged.filter(isWanted), wantedPlaces, keyOf);
  const others = sortedBy(merged.filter((item) => !isWanted(item)), livePlaces, keyOf);
  const result: Json[] = [];
  let next = 0;
  for (const item of ordered) {
    const place = livePlaces.get(keyOf(item));
    while (next < others.length && place !== undefined) {
      const other = livePlaces.get(keyOf(others[next]!));
      if (other === undefined || other >= place) break;
      result.push(others[next++]!);
    }
    result.push(item);
  }
  return [...result, ...others.slice(next)];
}

function sortedBy(
  items: readonly Json[],
  places: ReadonlyMap<Json | undefined, number>,
  keyOf: KeyOf,
): Json[] {
  return items.toSorted((a, b) => (places.get(keyOf(a)) ?? 0) - (places.get(keyOf(b)) ?? 0));
}
