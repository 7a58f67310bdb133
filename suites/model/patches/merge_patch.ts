/**
 * Model of JSON merge patches (RFC 7396).
 *
 * @module
 */
import type { Json } from "../../client/http_client.ts";
import { asObject } from "../object.ts";

/** Returns the document after the patch; changes neither argument. */
export function mergePatched(document: Json | undefined, patch: Json): Json {
  const changes = asObject(patch);
  if (changes === undefined) return patch;
  const result = { ...asObject(document) };
  for (const [key, change] of Object.entries(changes)) {
    if (change === null) delete result[key];
    else result[key] = mergePatched(result[key], change);
  }
  return result;
}
