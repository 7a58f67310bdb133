/**
 * The one narrow interface between the verbs and the bytes. It knows objects, keys and revisions;
 * it knows nothing of HTTP, kinds or permissions.
 *
 * @module
 */
import type { ApiObject } from "../object.ts";

/** Which object: a resource (`group/plural`, the core group being empty), a namespace and a name. */
export interface ObjectKey {
  /** `group/plural`, for example `apps/deployments` or `/secrets`. */
  readonly resource: string;
  /** The namespace, empty for cluster-scoped resources. */
  readonly namespace: string;
  readonly name: string;
}

/** Which collection: a resource, in one namespace or, where that is undefined, in all of them. */
export interface CollectionKey {
  readonly resource: string;
  readonly namespace?: string | undefined;
}

/** One version of one object. Neither it nor its object is ever changed after it was stored. */
export interface StoredVersion {
  readonly key: ObjectKey;
  /** The store's revision at which this version was written: 1 or more, growing by each write. */
  readonly revision: number;
  /** The object, its `metadata.resourceVersion` being this revision in digits. */
  readonly object: ApiObject;
  /** Encoded forms of the object by media type: filled by who encodes, shared by who sends. */
  readonly encodings: Map<string, Uint8Array<ArrayBuffer>>;
}

/** A change, as the history holds it. */
export interface StorageEvent {
  readonly type: "created" | "updated" | "deleted";
  /** The version written; for a deletion the last content at the revision of the deletion. */
  readonly version: StoredVersion;
  /** What was there before, absent for a creation. */
  readonly previous?: StoredVersion;
}

/** What a list returns: a state of the collection, whole or a page of it. */
export interface StoredList {
  /** The revision whose state this is. */
  readonly revision: number;
  /** In the order of namespace, then name. */
  readonly versions: readonly StoredVersion[];
  /**
   * Objects behind the last one returned, 0 where nothing more is to come. With a filter it only
   * tells whether there is more: 0 or 1.
   */
  readonly remaining: number;
}

/** Where and how much to list. */
export interface ListOptions {
  /** The revision to list at; the current one where absent. */
  readonly revision?: number;
  /** Return only objects behind this one. */
  readonly after?: Pick<ObjectKey, "namespace" | "name">;
  /** Return at most so many that pass the filter; all where absent, none where 0. */
  readonly limit?: number;
  /** Which objects count; all where absent. */
  readonly filter?: (object: ApiObject) => boolean;
}

/** A place in a collection's history, from which events are read in order. */
export interface WatchCursor {
  /**
   * The events behind the cursor, at least one; waits until there is one.
   * Resolves with an empty list once the signal is aborted. One call at a time.
   *
   * @throws {StorageError} `compacted` when history was dropped that the cursor had not read.
   */
  next(signal: AbortSignal): Promise<readonly StorageEvent[]>;
  /**
   * Every event of the collection up to this revision has been returned by `next`. Where none is
   * behind the cursor it is the store's newest revision, whatever resource that was made by.
   */
  readonly revision: number;
}

/** Why the storage refuses. */
export type StorageErrorCode =
  | "exists"
  | "missing"
  | "conflict"
  | "compacted"
  | "future"
  | "too large";

/** A refusal of the storage; translated into a Status in one place, `registry/storage_error.ts`. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  /** What was refused. */
  readonly code: StorageErrorCode;

  /** Creates a refusal of the given code. */
  constructor(code: StorageErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What a transaction writes. */
export interface Write {
  /** The revision the object must be at, 0 for "must not exist". */
  readonly expected: number;
  /** The new content; undefined deletes. Its resourceVersion is set by the storage. */
  readonly object: ApiObject | undefined;
}

/**
 * A multi-version store of objects.
 *
 * @internal
 */
export interface Storage {
  /** The newest revision: 1 in an empty store. */
  currentRevision(): number;

  /** The newest version of an object, undefined where there is none. */
  get(key: ObjectKey): Promise<StoredVersion | undefined>;

  /**
   * A state of a collection.
   *
   * @throws {StorageError} `compacted` or `future` for a revision that is not held.
   */
  list(collection: CollectionKey, options?: ListOptions): Promise<StoredList>;

  /**
   * Writes one object if it is at the expected revision. For a deletion the version returned has
   * the last content, at the revision of the deletion.
   *
   * @throws {StorageError} `exists`, `missing`, `conflict` or `too large`; nothing is written then.
   */
  transact(key: ObjectKey, write: Write): Promise<StoredVersion>;

  /**
   * The events after a revision. A revision of the future waits for the events after it.
   *
   * @throws {StorageError} `compacted` when the history does not reach back so far.
   */
  watch(collection: CollectionKey, after: number): WatchCursor;

  /**
   * A number that changes whenever an object of the resource does: for caches made of its objects.
   */
  lastChange(resource: string): number;

  /** Drops history: states before this revision can no longer be read; the current one always can. */
  compact(revision: number): void;
}
