/**
 * JSON merge patch (RFC 7396).
 *
 * @module
 */
import type { Json, JsonObject } from "../object.ts";

/**
 * The target with a patch merged in: null removes, objects merge, everything else replaces.
 * Neither argument is changed.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { applyMergePatch } from "./merge_patch.ts";
 *
 * assertEquals(applyMergePatch({ a: 1, b: 2 }, { b: null, c: 3 }), { a: 1, c: 3 });
 * ```
 */
export function applyMergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, applyMergePatch(merged.get(key) ?? null, value));
  }
  return Object.fromEntries(merged);
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
