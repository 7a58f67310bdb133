/**
 * Results of verbs and stored versions, with other objects in them.
 *
 * @module
 */
import type { ApiObject } from "../../server/object.ts";
import type { Result } from "../../server/registry/contracts.ts";
import type { StoredVersion } from "../../server/storage/storage.ts";

/** Returns the stored version with another object. */
export const withObject = (version: StoredVersion, object: ApiObject): StoredVersion => ({
  ...version,
  object,
  encodings: new Map(),
});

/** Returns the stored version in a result; undefined if it has none. */
export const versionIn = (result: Result): StoredVersion | undefined =>
  result.kind === "object" ? result.version : undefined;

/** Returns the result with another stored version; one of another kind as it is. */
export const withVersion = (result: Result, version: StoredVersion): Result =>
  result.kind === "object" ? { ...result, version } : result;

/** Returns the result with its object changed; one of another kind as it is. */
export const changeObjectIn = (
  result: Result,
  change: (object: ApiObject) => ApiObject,
): Result =>
  result.kind === "object"
    ? { ...result, version: withObject(result.version, change(result.version.object)) }
    : result;
