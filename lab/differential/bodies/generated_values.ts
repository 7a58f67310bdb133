/**
 * Removes the fields that a server generates.
 *
 * @module
 */
import type { Json, JsonObject } from "@plumbline/server/api";

const GENERATED = [
  "creationTimestamp",
  "generation",
  "managedFields",
  "namespace",
  "resourceVersion",
  "uid",
];

/** Returns a copy of an object without generated fields and nulls. */
export function withoutGenerated(object: JsonObject): JsonObject {
  const { metadata, ...rest } = withoutNulls(object) as JsonObject;
  const kept = Object.entries(metadata as JsonObject).filter(([name]) => !GENERATED.includes(name));
  return { ...rest, metadata: Object.fromEntries(kept) };
}

function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => [key, withoutNulls(inner)]),
  );
}
