/**
 * Comparison of JSON values.
 *
 * @module
 */
import type { Json } from "../../client/http_client.ts";

/** Returns true if two values are equal, regardless of the order of keys. */
export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** Returns the value without null members, empty maps and empty lists; items of lists stay. */
export function withoutEmpty(value: Json | undefined): Json | undefined {
  if (value === null || typeof value !== "object") return value ?? undefined;
  if (Array.isArray(value)) {
    return value.length > 0 ? value.map((each) => withoutEmpty(each) ?? {}) : undefined;
  }
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, withoutEmpty(inner)] as const)
    .filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function sorted(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((each) => sorted(each) ?? null);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner) ?? null]));
}
