/**
 * Translates errors of the storage to errors of the API.
 *
 * @module
 */
import {
  alreadyExists,
  ApiError,
  expired,
  notFound,
  staleVersion,
  versionAhead,
} from "../api_error.ts";
import { type Storage, StorageError } from "../storage/storage.ts";
import type { ResourceDefinition } from "./resource.ts";

/** The operation that failed. */
export interface Attempt {
  readonly storage: Storage;
  readonly definition: ResourceDefinition;
  /** The object's name, if the operation is about one object. */
  readonly name?: string;
  /** The requested revision, if there is one. */
  readonly revision?: number;
}

/** Translates an error of the storage into an API error; other errors are returned unchanged. */
export function translate(error: unknown, attempt: Attempt): ApiError | unknown {
  if (!(error instanceof StorageError)) return error;
  const { storage, definition, name = "", revision = 0 } = attempt;
  switch (error.code) {
    case "exists":
      return alreadyExists(definition, name);
    case "missing":
      return notFound(definition, name);
    case "conflict":
      return staleVersion(definition, name);
    case "compacted":
      return expired(
        `The resourceVersion for the provided list or watch is too old: ${revision}`,
      );
    case "too large":
      return new ApiError("RequestEntityTooLarge", error.message);
    case "future":
      return versionAhead(String(revision), storage.currentRevision());
  }
}
