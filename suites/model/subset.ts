/**
 * Compares a response with the body of its request: a server may add fields, not drop or change them.
 *
 * @module
 */
import { canonical } from "../client/canonical_json.ts";
import type { Json } from "../client/http_client.ts";

/**
 * Returns the path of the first sent value that the response does not have; undefined if it has all.
 * Arrays must have the same items in the same order; items may have additional fields.
 */
export function firstLost(sent: Json, answered: Json | undefined, path = ""): string | undefined {
  if (typeof sent !== "object" || sent === null) {
    const isKept = answered !== undefined && canonical(sent) === canonical(answered);
    return isKept ? undefined : path || ".";
  }
  if (typeof answered !== "object" || answered === null) return path || ".";
  if (Array.isArray(sent)) {
    if (!Array.isArray(answered) || answered.length !== sent.length) return path || ".";
    return first(sent.map((item, index) => firstLost(item, answered[index], `${path}[${index}]`)));
  }
  if (Array.isArray(answered)) return path || ".";
  return first(
    Object.entries(sent).map(([key, value]) => firstLost(value, answered[key], `${path}.${key}`)),
  );
}

function first(paths: readonly (string | undefined)[]): string | undefined {
  return paths.find((path) => path !== undefined);
}
