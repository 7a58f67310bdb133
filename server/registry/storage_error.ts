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
  /** The object's name, where it was about one. */
  readonly name?: string;
  /** The revision asked for, where one was. */
  readonly revision?: number;
}

/** Turns a refusal of the storage into the client's error; other errors are returned as they are. */
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
