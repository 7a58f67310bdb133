/**
 * Compares the contents of two representations of an object. It runs for every object of every
 * response, so it walks both at once and writes no text.
 *
 * @module
 */
import { timeInUtc } from "../../client/canonical_json.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../object.ts";

/** Returns an object without `apiVersion` and `kind`, which list items may omit. */
export function withoutTypes(object: JsonObject): JsonObject {
  const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
  return rest;
}

/** Returns true if two objects are equal but for `apiVersion`, `kind` and empty fields. */
export function isSameContent(left: JsonObject, right: JsonObject): boolean {
  return left === right || isSameObject(withoutTypes(left), withoutTypes(right));
}

/**
 * Returns the members in which two objects differ, of each: both together say what is wrong, however
 * long the objects are.
 */
export function differingMembers(left: JsonObject, right: JsonObject): [JsonObject, JsonObject] {
  const [one, other]: [JsonObject, JsonObject] = [{}, {}];
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const [a, b] = [left, right].map((object) =>
      Object.hasOwn(object, key) ? object[key] : undefined
    );
    if (isSameField(a, b)) continue;
    const [inner, others] = [asObject(a), asObject(b)];
    const [mine, theirs] = inner && others ? differingMembers(inner, others) : [a, b];
    if (mine !== undefined) one[key] = mine;
    if (theirs !== undefined) other[key] = theirs;
  }
  return [one, other];
}

/**
 * Returns true if two values are equal but for empty fields (absent, null, "", {} or []) and the
 * spelling of times.
 */
export function isSameValue(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (typeof left === "string") {
    return typeof right === "string" && timeInUtc(left) === timeInUtc(right);
  }
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length &&
      left.every((item, index) => isSameValue(item, right[index]!));
  }
  const [a, b] = [asObject(left), asObject(right)];
  return a !== undefined && b !== undefined && isSameObject(a, b);
}

function isSameObject(left: JsonObject, right: JsonObject): boolean {
  for (const key of Object.keys(left)) {
    if (!isSameField(left[key], Object.hasOwn(right, key) ? right[key] : undefined)) return false;
  }
  for (const key of Object.keys(right)) {
    if (!Object.hasOwn(left, key) && !isEmpty(right[key])) return false;
  }
  return true;
}

function isSameField(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (isEmpty(left)) return isEmpty(right);
  return !isEmpty(right) && isSameValue(left!, right!);
}

/** Returns true for a value that a representation may leave out. */
function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (typeof value !== "object") return false;
  return Array.isArray(value) ? value.length === 0 : Object.values(value).every(isEmpty);
}
