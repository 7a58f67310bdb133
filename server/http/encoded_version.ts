/**
 * The bytes of stored versions, made once a form and shared by all who send them.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "../object.ts";
import { type Conversion, shownAs } from "../registry/conversion.ts";
import type { StoredVersion } from "../storage/storage.ts";
import { type EmptyFields, withEmptyFields } from "./empty_fields.ts";
import type { Bytes, Serializer } from "./serializer.ts";

/** How whole objects are written. */
export interface Writing {
  readonly serializer: Serializer;
  /** Absent where objects are shown in the version they are stored in. */
  readonly conversion?: Conversion;
  /** Absent where empty fields are not written. */
  readonly emptyFields?: EmptyFields;
}

/** An object as it is written. */
export function written(object: ApiObject, { conversion, emptyFields }: Writing): JsonObject {
  return withEmptyFields(shownAs(object, conversion), emptyFields);
}

/** A version's bytes, made once. */
export function encodedVersion(version: StoredVersion, writing: Writing): Bytes {
  const key = cacheKey(writing);
  const known = version.encodings.get(key);
  if (known) return known;
  const bytes = writing.serializer.encode(written(version.object, writing));
  version.encodings.set(key, bytes);
  return bytes;
}

/** Under this name the bytes are kept. */
export const cacheKey = ({ serializer, conversion }: Writing): string =>
  conversion ? `${serializer.cacheKey} ${conversion.apiVersion}` : serializer.cacheKey;
