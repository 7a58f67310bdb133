/**
 * Whether two JSON documents say the same.
 *
 * @module
 */
import type { Json } from "../../../client/http_client.ts";

/** Tells whether two values are equal; the order of an object's keys means nothing. */
export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** The value without members that are null, and without maps and lists that are empty. */
export function withoutEmpty(value: Json | undefined): Json | undefined {
  if (value === null || typeof value !== "object") return value ?? undefined;
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
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
