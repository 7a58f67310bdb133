/**
 * The contract between the registry and a store. It knows objects, keys and revisions, and nothing
 * of HTTP, kinds or permissions.
 *
 * @module
 */
import type { ApiObject, Json } from "../object.ts";

/**
 * The key of an object: a resource (`group/plural`, the core group is empty), a namespace and a
 * name.
 */
export interface ObjectKey {
  /** `group/plural`, for example `apps/deployments` or `/secrets`. */
  readonly resource: string;
  /** The namespace, empty for cluster-scoped resources. */
  readonly namespace: string;
  /** The name of the object. */
  readonly name: string;
}

/** The key of a collection: a resource, in one namespace or (if undefined) in all of them. */
export interface CollectionKey {
  readonly resource: string;
  readonly namespace?: string | undefined;
}

/**
 * A test of objects, such as a parsed selector. What it says of the objects that pass lets a store
 * look at fewer.
 */
export interface ObjectFilter {
  /** Returns true for an object that passes. */
  (object: ApiObject): boolean;
  /** The name that all objects have that pass. */
  readonly objectName?: string;
  /** A label that all objects have that pass. */
  readonly label?: Label;
}

/** A label with its value. */
export type Label = readonly [key: string, value: string];

/** One version of one object. Neither it nor its object changes after it was stored. */
export interface StoredVersion {
  /** The key of the object. */
  readonly key: ObjectKey;
  /** The store's revision at which this version was written, at least 1. */
  readonly revision: number;
  /** The object; its `metadata.resourceVersion` is this revision in digits. */
  readonly object: ApiObject;
  /**
   * Encoded forms of the object by media type, filled by the first request and shared by later
   * ones.
   */
  readonly encodings: Map<string, Uint8Array<ArrayBuffer>>;
  /** True if the stored form is another one: a write of the same object is a change. */
  readonly isStale?: boolean;
  /** The approximate size of the object in bytes; absent for one that is not stored. */
  readonly size?: number;
}

/** A change in the history. */
export interface StorageEvent {
  /** The kind of the change. */
  readonly type: "created" | "updated" | "deleted";
  /** The written version; for a deletion the last content at the revision of the deletion. */
  readonly version: StoredVersion;
  /** The previous version, absent for a creation. */
  readonly previous?: StoredVersion;
}

/** A state of a collection, or a page of it. */
export interface StoredList {
  /** The revision of the state. */
  readonly revision: number;
  /** Ordered by namespace, then name. */
  readonly versions: readonly StoredVersion[];
  /**
   * The number of objects after the last one returned. With a filter it is 0 or 1: more may follow.
   */
  readonly remaining: number;
}

/** Options of a list. */
export interface ListOptions {
  /**
   * The revision to list at.
   *
   * @default {the current one}
   */
  readonly revision?: number;
  /** Return only objects after this one. */
  readonly after?: Pick<ObjectKey, "namespace" | "name">;
  /**
   * The maximum of returned objects that pass the filter.
   *
   * @default {all of them}
   */
  readonly limit?: number;
  /**
   * Returns true for the objects to list.
   *
   * @default {all of them}
   */
  readonly filter?: ObjectFilter;
}

/** A position in a collection's history, from which events are read in order. */
export interface WatchCursor {
  /**
   * Returns the events after the cursor, at least one; waits until there is one. Resolves with an
   * empty list once the signal is aborted. One call at a time.
   *
   * @throws {StorageError} `compacted` when unread history was dropped
   */
  next(signal: AbortSignal): Promise<readonly StorageEvent[]>;
  /**
   * The revision up to which every event of the collection has been returned by `next`. If no event
   * follows, it is the store's newest revision, of whatever resource.
   */
  readonly revision: number;
}

/** The reason why the storage rejected an operation. */
export type StorageErrorCode =
  | "exists"
  | "missing"
  | "conflict"
  | "compacted"
  | "future"
  | "too large";

/** A rejected operation; `registry/storage_error.ts` translates it into a Status. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  /** The reason. */
  readonly code: StorageErrorCode;

  /** Creates an error with a code. */
  constructor(code: StorageErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Thrown for a write that cannot be recorded on the disk: it was not made. Once the disk has lost
 * writes that were made, every operation fails with it. A store of another process throws it while it
 * cannot be reached; a write may have been made then.
 */
export class UnwritableStorage extends Error {
  override readonly name = "UnwritableStorage";
}

/** What a store says of the writes that a crash of the machine would lose. */
export interface Durability {
  /**
   * Resolves once all writes that were made before are on the disk; undefined if they are already.
   *
   * @throws {UnwritableStorage} if they cannot be written
   */
  synced(): Promise<void> | undefined;
  /** Why no write can be recorded any more; undefined while they can. */
  readonly failure: string | undefined;
}

/** A write of one object. */
export interface StorageWrite {
  /** The revision the object must be at; 0 if it must not exist. */
  readonly expected: number;
  /** The new content; undefined deletes. The storage sets its resourceVersion. */
  readonly object: ApiObject | undefined;
}

/**
 * A multi-version store of objects.
 *
 * @internal
 */
export interface Storage {
  /** Present if the objects survive the process; they do not without it. */
  readonly durability?: Durability;

  /**
   * Present if other processes write to the store as well: resolves once everything that they wrote
   * before can be read.
   *
   * @throws {UnwritableStorage} if the store cannot be reached
   */
  readonly catchUp?: () => Promise<void>;

  /** The newest revision: 1 in an empty store. */
  currentRevision(): number;

  /** Returns the newest version of an object, undefined if it does not exist. */
  get(key: ObjectKey): StoredVersion | undefined | Promise<StoredVersion | undefined>;

  /**
   * Returns a state of a collection.
   *
   * @throws {StorageError} `compacted` or `future` for an unreadable revision
   */
  list(collection: CollectionKey, options?: ListOptions): Promise<StoredList>;

  /**
   * Writes one object if it is at the expected revision. A deletion returns the last content at the
   * revision of the deletion.
   *
   * @throws {StorageError} `exists`, `missing`, `conflict` or `too large`; nothing is written then
   */
  transact(key: ObjectKey, write: StorageWrite): StoredVersion | Promise<StoredVersion>;

  /**
   * Returns a cursor to the events after a revision, which may be in the future.
   *
   * @param filter events of objects that pass it neither before nor after may be left out
   * @throws {StorageError} `compacted` when the history does not reach back so far
   */
  watch(collection: CollectionKey, after: number, filter?: ObjectFilter): WatchCursor;

  /** Returns a number that changes whenever an object of the resource does, as a key for caches. */
  lastChange(resource: string): number;

  /** Drops the states before a revision; the current state is always kept. */
  compact(revision: number): void;
}

/** A storage that a server runs on: its objects can be put back, and followed without a watch. */
export interface ServerStorage extends Storage {
  /**
   * Writes an object that was stored before, or removes one, whatever revision it is at. Returns the
   * written version, undefined if there was nothing to remove.
   */
  putBack(
    key: ObjectKey,
    object: ApiObject | undefined,
  ): StoredVersion | undefined | Promise<StoredVersion | undefined>;
  /** Calls a listener with each event of a resource, synchronously; the returned function ends it. */
  follow(resource: string, listener: (event: StorageEvent) => void): () => void;
}

/** Values that last as long as the objects, by name: tokens and keys that clients have. */
export interface FactStore extends Iterable<readonly [string, Json | undefined]> {
  /** Returns a fact; undefined if there is none. */
  get(name: string): Json | undefined;
  /** Stores a fact, or removes it if the value is undefined. */
  set(name: string, value: Json | undefined): unknown;
}
