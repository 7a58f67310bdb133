/**
 * The record of a configuration in `managedFields`: which fields its manager owns.
 *
 * @module
 */
import type { Json, JsonObject } from "../../../client/http_client.ts";
import { asObject } from "../../../model/object.ts";

/** A field's place in an object. */
export type FieldPlace = readonly (string | number)[];

/** The fields that identify the items of a list, with defaults, by the name of the list. */
const KEYS: Readonly<Record<string, JsonObject>> = {
  containers: { name: null },
  env: { name: null },
  ports: { containerPort: null, protocol: "TCP" },
  conditions: { type: null },
};

/** Lists whose items have owners of their own and no keys. */
const SETS = ["finalizers"];

/** Objects that have one owner as a whole. */
const WHOLE = ["roleRef", "selector", "nodeSelector"];

/** Fields of `metadata` that say which object it is. */
const IDENTITY = ["name", "namespace"];

/**
 * Returns the record of a configuration: its fields, keys of maps and items of lists, without
 * `apiVersion`, `kind` and the name.
 */
export function recordOf({ apiVersion: _, kind: __, ...fields }: JsonObject): JsonObject {
  const metadata = Object.entries(asObject(fields.metadata) ?? {})
    .filter(([name]) => !IDENTITY.includes(name));
  const { metadata: ___, ...others } = fields;
  return record({
    ...others,
    ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }),
  }, "");
}

function record(value: Json, name: string): JsonObject {
  if (Array.isArray(value)) return recordOfItems(value, name);
  const members = asObject(value);
  if (members === undefined || WHOLE.includes(name)) return {};
  return Object.fromEntries(
    Object.entries(members).filter(([, each]) => each !== null && each !== undefined)
      .map(([key, each]) => [`f:${key}`, record(each, key)]),
  );
}

function recordOfItems(items: readonly Json[], name: string): JsonObject {
  if (SETS.includes(name)) {
    return Object.fromEntries(items.map((item) => [`v:${JSON.stringify(item)}`, {}]));
  }
  if (KEYS[name] === undefined) return {};
  return Object.fromEntries(
    items.map((item) => [elementOf(item, name), { ".": {}, ...record(item, "") }]),
  );
}

/** Returns the element of a path for an item of a list: its keys, in alphabetic order. */
function elementOf(item: Json, list: string): string {
  const keys = Object.entries(KEYS[list]!).map(([key, byDefault]) =>
    [key, asObject(item)?.[key] ?? byDefault] as const
  );
  return `k:${JSON.stringify(Object.fromEntries(keys))}`;
}

/** Returns the path of elements to a field; it ends at a list or object with one owner. */
export function elementsOf(object: JsonObject, place: FieldPlace): string[] {
  const elements: string[] = [];
  let value: Json | undefined = object;
  let list = "";
  for (const key of place) {
    if (Array.isArray(value)) {
      if (KEYS[list] === undefined) return elements;
      value = value[Number(key)];
      elements.push(elementOf(value!, list));
      continue;
    }
    if (WHOLE.includes(list)) return elements;
    value = asObject(value)?.[key];
    list = String(key);
    elements.push(`f:${list}`);
  }
  return elements;
}

/**
 * Returns a record without the field at a path.
 *
 * @param options.keepsEmptied keep the map or object that the field was alone in: a manager that
 * has created it owns it itself
 */
export function without(
  fields: JsonObject,
  [element, ...rest]: readonly string[],
  { keepsEmptied }: { readonly keepsEmptied: boolean },
): JsonObject {
  const { [element!]: inner, ...others } = fields;
  if (rest.length === 0 || inner === undefined) return others;
  const left = without(asObject(inner) ?? {}, rest, { keepsEmptied });
  const isEmptied = Object.keys(left).length === 0 && !keepsEmptied;
  return isEmptied ? others : { ...others, [element!]: left };
}

/** Returns the record of the single field at a path. */
export function single([element, ...rest]: readonly string[]): JsonObject {
  return element === undefined ? {} : { [element]: single(rest) };
}

/** Returns a record as text, with its members in order. */
export function recordText(fields: Json | undefined): string {
  return JSON.stringify(sorted(fields ?? {}));
}

/** Returns the paths of the fields of a record, as `metadata.labels.a`. */
export function recordedPaths(fields: Json | undefined, path: readonly string[] = []): string[] {
  const inner = Object.entries(asObject(fields) ?? {}).filter(([key]) => key !== ".");
  if (inner.length === 0) return path.length === 0 ? [] : [path.join(".")];
  return inner.flatMap(([key, each]) => recordedPaths(each, [...path, key.replace(/^f:/, "")]));
}

/** Returns a record as text, without the marks of maps, lists and items themselves. */
export function unmarkedText(fields: Json | undefined): string {
  return recordText(unmarked(asObject(fields) ?? {}));
}

function unmarked({ ".": _, ...fields }: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([key, each]) => [key, asObject(each) ?? {}] as const)
      .filter(([, each]) => Object.keys(each).join() !== ".")
      .map(([key, each]) => [key, unmarked(each)]),
  );
}

function sorted(value: Json): Json {
  const members = asObject(value);
  if (members === undefined) return value;
  return Object.fromEntries(
    Object.entries(members).toSorted(([a], [b]) => a < b ? -1 : 1)
      .map(([key, each]) => [key, sorted(each)]),
  );
}
