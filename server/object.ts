/**
 * JSON values and the objects of the API: their common fields, their equality, their `apiVersion`.
 *
 * @module
 */

/**
 * Any value JSON can say.
 *
 * @internal
 */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** The metadata every object carries (specification, "Common metadata facts"). */
export type ObjectMeta = JsonObject & {
  name: string;
  namespace?: string;
  generateName?: string;
  uid: string;
  resourceVersion: string;
  creationTimestamp: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  generation?: number;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
};

/** An object that another one belongs to; it is in the namespace of the other, or in none. */
export type OwnerReference = JsonObject & {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  /** True for the one owner that manages the object. */
  controller?: boolean;
  /** True where a deletion of the owner in the foreground waits for the object. */
  blockOwnerDeletion?: boolean;
};

/**
 * An object of any kind, as it is stored and sent.
 *
 * @internal
 */
export type ApiObject = JsonObject & {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
};

/** Returns true if two JSON values are equal; a key whose value is undefined counts as absent. */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || !left || !right) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    return Array.isArray(left) && Array.isArray(right) && left.length === right.length &&
      left.every((item, index) => equal(item, right[index]));
  }
  return equalBut(left, right, NONE);
}

const NONE: readonly string[] = [];

/** Returns true if two objects are equal but for some of their keys. */
export function equalBut(left: object, right: object, ignored: readonly string[]): boolean {
  const [a, b] = [left as Record<string, unknown>, right as Record<string, unknown>];
  let more = 0;
  for (const key of Object.keys(a)) {
    if (a[key] === undefined || ignored.includes(key)) continue;
    if (!Object.hasOwn(b, key) || !equal(a[key], b[key])) return false;
    more++;
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined && !ignored.includes(key)) more--;
  return more === 0;
}

/** Returns a deep copy of a JSON value; several times faster than `structuredClone`. */
export function copyOf<Value extends Json>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => copyOf(item)) as Value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    setKey(copy, key, copyOf(value[key]!));
  }
  return copy as Value;
}

/** Sets a key of a new object, which may have any name. */
export function setKey(object: JsonObject, key: string, value: Json): void {
  // An assignment to `__proto__` would define no property.
  if (key !== "__proto__") object[key] = value;
  else {
    Object.defineProperty(object, key, {
      ...{ value, configurable: true, enumerable: true, writable: true },
    });
  }
}

/** Returns the `apiVersion` of objects: the version alone in the core group. */
export const apiVersionOf = ({ group, version }: { group: string; version: string }): string =>
  group ? `${group}/${version}` : version;
