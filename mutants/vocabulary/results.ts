/**
 * Results of verbs and stored versions, with other objects in them.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import type { Result, WatchEvent } from "@plumbline/server/parts";
import type { StoredVersion } from "@plumbline/server/storage";

/** Returns the stored version with another object. */
export const withObject = (version: StoredVersion, object: ApiObject): StoredVersion => ({
  ...version,
  object,
  encodings: new Map(),
});

/** Returns the stored version in a result; undefined if it has none. */
export const versionIn = (result: Result): StoredVersion | undefined =>
  result.kind === "object" ? result.version : undefined;

/** The result of a list. */
export type ListResult = Extract<Result, { readonly kind: "list" }>;

/** Returns the result with another stored version, if there is one and it had one. */
export const withVersion = (result: Result, version: StoredVersion | undefined): Result =>
  result.kind === "object" && version ? { ...result, version } : result;

/** Returns the event with its object changed; one without an object as it is. */
export const changeEventObject = (
  event: WatchEvent,
  change: (object: ApiObject) => ApiObject,
): WatchEvent =>
  "version" in event
    ? { ...event, version: withObject(event.version, change(event.version.object)) }
    : event;

/** Returns the result with its object changed; one of another kind as it is. */
export const changeObjectIn = (
  result: Result,
  change: (object: ApiObject) => ApiObject,
): Result =>
  result.kind === "object"
    ? { ...result, version: withObject(result.version, change(result.version.object)) }
    : result;
