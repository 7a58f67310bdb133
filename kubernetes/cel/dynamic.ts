/**
 * Converts JSON values of unknown type for expressions in CEL.
 *
 * @module
 */
import type { Json, JsonObject } from "@plumbline/server/api";

/** Returns a value of unknown type: integers are `int`, objects are maps. */
export function dynamic(value: Json): unknown {
  if (typeof value === "number") return Number.isInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(dynamic);
  if (!isObject(value)) return value;
  return new Map(Object.entries(value).map(([name, inner]) => [name, dynamic(inner)]));
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
