/**
 * The bytes of stored versions, made once a form and shared by all who send them.
 *
 * @module
 */
import type { StoredVersion } from "../storage/storage.ts";
import type { Bytes, Serializer } from "./serializer.ts";

/** A version's bytes, made once. */
export function encodedVersion(version: StoredVersion, serializer: Serializer): Bytes {
  const known = version.encodings.get(serializer.cacheKey);
  if (known) return known;
  const bytes = serializer.encode(version.object);
  version.encodings.set(serializer.cacheKey, bytes);
  return bytes;
}
