/**
 * The store in memory: its history, its size limit and its operations. It knows nothing of HTTP,
 * kinds or permissions.
 *
 * @module
 */
import type { ApiObject, Json } from "../object.ts";
import type { Clock } from "../sources.ts";
import { LogCursor } from "./log_cursor.ts";
import { Partition } from "./partition.ts";
import {
  type CollectionKey,
  type Durability,
  type ListOptions,
  type ObjectFilter,
  type ObjectKey,
  type Storage,
  StorageError,
  type StorageEvent,
  type StorageWrite,
  type StoredList,
  type StoredVersion,
  type WatchCursor,
} from "./storage.ts";
import { WriteHistory } from "./write_history.ts";

/**
 * Returns the approximate size of a value as JSON: its keys and strings in UTF-16 code units, and a
 * few for everything else. An exact count would cost too much.
 */
function sizeOf(value: Json): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 4;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) size += sizeOf(item) + 1;
  } else {
    for (const name in value) size += name.length + 4 + sizeOf(value[name]!);
  }
  return size;
}

/** The size limit of an object, as measured by {@linkcode sizeOf}: 1.5 MiB. */
const OBJECT_LIMIT = 1.5 * 1024 * 1024;

/**
 * Returns the approximate size of an object in bytes.
 *
 * @throws {StorageError} `too large`
 */
export function checkSize(object: ApiObject): number {
  const size = sizeOf(object);
  if (size <= OBJECT_LIMIT) return size;
  throw new StorageError(
    "too large",
    `Cannot store an object of about ${size} bytes as the limit is ${OBJECT_LIMIT}: make it smaller`,
  );
}

/** The default age at which history is dropped: five minutes, in milliseconds. */
const DEFAULT_HISTORY = 300_000;

/** The default size above which history is dropped before that age: 256 MiB, in bytes. */
const DEFAULT_HISTORY_BYTES = 256 * 1024 * 1024;

/** Options of a {@linkcode MemoryStorage}. */
export interface MemoryStorageOptions {
  /** The clock that determines the age of a state. */
  readonly clock: Pick<Clock, "now">;
  /**
   * How long a state can be read after it was superseded, in milliseconds.
   *
   * @default 300_000
   */
  readonly history?: number;
  /**
   * The approximate size of superseded objects, in bytes, above which the oldest states can no longer
   * be read, however young they are.
   *
   * @default 268_435_456
   */
  readonly historyBytes?: number;
  /** The state to start with. @default {an empty store at revision 1} */
  readonly initial?: StoredState;
  /** Records each write before it is made. @default {the store is in memory only} */
  readonly log?: WriteLog;
}

/** All objects at a revision. */
export interface StoredState {
  readonly revision: number;
  readonly versions: readonly Pick<StoredVersion, "key" | "object">[];
}

/** A write that was made before. */
export interface LoggedWrite {
  readonly key: ObjectKey;
  /** The written object; undefined for a deletion. */
  readonly object: ApiObject | undefined;
  /** The time of the write, in milliseconds of the clock. */
  readonly time: number;
}

/** Records the writes of a store. */
export interface WriteLog extends Durability {
  /**
   * Records a write that is about to be made.
   *
   * @param time the time of the write, in milliseconds of the clock
   * @throws {UnwritableStorage} if that fails; the write is not made then
   */
  append(event: StorageEvent, time: number): void;
}

/** The sizes of a store, for tests and memory measurements. */
export interface MemoryStorageSizes {
  /** Existing objects. */
  readonly objects: number;
  /** Keys with an object at any readable revision. */
  readonly keys: number;
  /** Versions of these objects, tombstones included. */
  readonly versions: number;
  /** Events that can still be watched. */
  readonly events: number;
  /** The approximate bytes of the history. */
  readonly historyBytes: number;
  /** Cursors that wait for an event. */
  readonly waiting: number;
}

/**
 * A multi-version store in memory. It has no timer: each operation first drops expired history.
 *
 * @example
 * ```ts
 * import { AdjustableClock } from "../sources.ts";
 * import { MemoryStorage } from "./memory_storage.ts";
 *
 * const storage = new MemoryStorage({ clock: new AdjustableClock() });
 * const key = { resource: "/secrets", namespace: "default", name: "token" };
 * const metadata = { name: "token", uid: "1", resourceVersion: "", creationTimestamp: "" };
 * const object = { apiVersion: "v1", kind: "Secret", metadata };
 * const created = storage.transact(key, { expected: 0, object });
 * storage.transact(key, { expected: created.revision, object: undefined });
 *
 * const past = await storage.list({ resource: "/secrets" }, { revision: created.revision });
 * past.versions.map((version) => version.key.name); // ["token"]
 * ```
 */
export class MemoryStorage implements Storage {
  readonly #clock: Pick<Clock, "now">;
  readonly #history: WriteHistory;
  readonly #partitions = new Map<string, Partition>();
  readonly #log: WriteLog | undefined;
  /** Present if writes are logged. */
  readonly durability?: Durability;

  /** Creates a store. */
  constructor(
    {
      clock,
      history = DEFAULT_HISTORY,
      historyBytes = DEFAULT_HISTORY_BYTES,
      initial,
      log,
    }: MemoryStorageOptions,
  ) {
    this.#clock = clock;
    this.#history = new WriteHistory(
      { window: history, bytes: historyBytes },
      (key, revision) => this.#partitions.get(key.resource)?.forgetBefore(key, revision),
      initial?.revision,
    );
    this.#log = log;
    if (log) this.durability = log;
    for (const { key, object } of initial?.versions ?? []) {
      const revision = Number(object.metadata.resourceVersion);
      this.#partition(key.resource).load(new Version(key, revision, object));
    }
  }

  /** The newest revision: 1 in an empty store. */
  currentRevision(): number {
    return this.#history.current;
  }

  /** Returns the newest version of an object, undefined if it does not exist. */
  get(key: ObjectKey): StoredVersion | undefined {
    return this.#partitions.get(key.resource)?.get(key);
  }

  /**
   * Returns a state of a collection.
   *
   * @throws {StorageError} `compacted` or `future` for an unreadable revision
   */
  list(collection: CollectionKey, options: ListOptions = {}): Promise<StoredList> {
    return Promise.try(() => {
      this.#expire();
      const revision = options.revision ?? this.#history.current;
      this.#checkReadable(revision);
      const { namespace } = collection;
      return this.#partition(collection.resource).list({ ...options, namespace, revision });
    });
  }

  /**
   * Writes one object if it is at the expected revision. A deletion returns the last content at the
   * revision of the deletion.
   *
   * @throws {StorageError} `exists`, `missing` or `conflict`; nothing is written then
   */
  transact(key: ObjectKey, write: StorageWrite): StoredVersion {
    this.#expire();
    const size = write.object && checkSize(write.object);
    const partition = this.#partition(key.resource);
    const previous = partition.get(key);
    checkExpected(key, write, previous);
    const event = makeEvent(key, write, previous, this.#history.current + 1, size);
    return this.#write(partition, event);
  }

  /**
   * Writes an object that was stored before, or removes one, whatever revision it is at. Returns the
   * written version, undefined if there was nothing to remove.
   */
  putBack(key: ObjectKey, object: ApiObject | undefined): StoredVersion | undefined {
    const partition = this.#partition(key.resource);
    const previous = partition.get(key);
    if (previous === undefined && object === undefined) return undefined;
    const expected = previous?.revision ?? 0;
    const event = makeEvent(key, { expected, object }, previous, this.#history.current + 1);
    return this.#write(partition, event);
  }

  /**
   * Makes a logged write again, as the next revision. Returns the event.
   *
   * @throws {StorageError} `missing` for a deletion of nothing
   */
  replay({ key, object, time }: LoggedWrite): StorageEvent {
    const partition = this.#partition(key.resource);
    const previous = partition.get(key);
    const expected = previous?.revision ?? 0;
    checkExpected(key, { expected, object }, previous);
    const event = makeEvent(key, { expected, object }, previous, this.#history.current + 1);
    this.#apply(partition, event, time);
    return event;
  }

  /**
   * Makes a revision the current one without a write: what was written up to it is of no concern here.
   *
   * @param time the time of the revision, in milliseconds of the clock
   */
  skipTo(revision: number, time: number): void {
    while (this.#history.current < revision) this.#history.record(undefined, time);
  }

  /** Returns the event of a revision; undefined if there is none of the resource, or none any more. */
  eventAt(resource: string, revision: number): StorageEvent | undefined {
    const log = this.#partitions.get(resource)?.log;
    const event = log?.at(log.after(revision - 1));
    return event?.version.revision === revision ? event : undefined;
  }

  /**
   * Returns all objects at a readable revision.
   *
   * @throws {StorageError} `compacted` or `future` for an unreadable revision
   */
  stateAt(revision: number): StoredVersion[] {
    this.#checkReadable(revision);
    return [...this.#partitions.values()]
      .flatMap((partition) => partition.list({ namespace: undefined, revision }).versions);
  }

  /** The oldest readable revision. */
  get oldestRevision(): number {
    this.#expire();
    return this.#history.oldest;
  }

  /**
   * Returns a cursor to the events after a revision, which may be in the future.
   *
   * @param filter events of objects that pass it neither before nor after may be left out
   * @throws {StorageError} `compacted` when the history does not reach back so far
   */
  watch(collection: CollectionKey, after: number, filter?: ObjectFilter): WatchCursor {
    this.#expire();
    if (after < this.#history.oldest) throw this.#compacted("watch after", after);
    return new LogCursor({
      log: this.#partition(collection.resource).log,
      namespace: collection.namespace,
      filter,
      after,
      currentRevision: () => this.#history.current,
      expire: () => this.#expire(),
    });
  }

  /** Calls a listener with each event of a resource, synchronously; the returned function ends it. */
  follow(resource: string, listener: (event: StorageEvent) => void): () => void {
    const { log } = this.#partition(resource);
    return log.listen({}, () => listener(log.at(log.end - 1)!));
  }

  /** Returns the revision of the resource's newest write, 0 before the first. */
  lastChange(resource: string): number {
    return this.#partitions.get(resource)?.lastRevision ?? 0;
  }

  /** Drops the states before a revision; the current state is always kept. */
  compact(revision: number): void {
    this.#history.compact(revision);
  }

  /** Returns the current sizes. */
  sizes(): MemoryStorageSizes {
    const historyBytes = this.#history.bytes;
    const sum = { objects: 0, keys: 0, versions: 0, events: 0, waiting: 0, historyBytes };
    for (const partition of this.#partitions.values()) {
      const sizes = partition.sizes();
      sum.objects += sizes.objects;
      sum.keys += sizes.keys;
      sum.versions += sizes.versions;
      sum.events += sizes.events;
      sum.waiting += partition.log.listeners;
    }
    return sum;
  }

  #write(partition: Partition, event: StorageEvent): StoredVersion {
    const time = this.#clock.now();
    this.#log?.append(event, time);
    this.#apply(partition, event, time);
    return event.version;
  }

  #apply(partition: Partition, event: StorageEvent, time: number): void {
    const superseded = event.previous as Version | undefined;
    superseded?.forgetEncodings();
    this.#history.record(event.version.key, time, superseded?.size);
    partition.apply(event);
    // Not before: watches that wait have read the event by now.
    this.#history.shorten();
  }

  #checkReadable(revision: number): void {
    if (revision > this.#history.current) throw this.#future(revision);
    if (revision < this.#history.oldest) throw this.#compacted("list at", revision);
  }

  #expire(): void {
    this.#history.expire(this.#clock.now());
  }

  #partition(resource: string): Partition {
    const known = this.#partitions.get(resource);
    if (known !== undefined) return known;
    const partition = new Partition();
    this.#partitions.set(resource, partition);
    return partition;
  }

  #future(revision: number): StorageError {
    const current = this.#history.current;
    return new StorageError(
      "future",
      `Cannot list at revision ${revision} as the newest is ${current}: try again later`,
    );
  }

  #compacted(operation: string, revision: number): StorageError {
    return new StorageError(
      "compacted",
      `Cannot ${operation} revision ${revision} as history reaches back to ` +
        `${this.#history.oldest} only: list again without a revision`,
    );
  }
}

/**
 * Throws if an object is not at the revision that a write expects.
 *
 * @throws {StorageError} `exists`, `missing` or `conflict`
 */
export function checkExpected(
  key: ObjectKey,
  write: StorageWrite,
  previous: StoredVersion | undefined,
): void {
  const isExpected = previous === undefined
    ? write.expected === 0 && write.object !== undefined
    : write.expected === previous.revision;
  if (isExpected) return;
  const what = `${key.resource} "${key.namespace}/${key.name}"`;
  if (previous === undefined) {
    throw new StorageError(
      "missing",
      `Cannot change ${what} as it does not exist: create it first`,
    );
  }
  if (write.expected === 0) {
    throw new StorageError("exists", `Cannot create ${what} as it exists: choose another name`);
  }
  throw new StorageError(
    "conflict",
    `Cannot change ${what} at revision ${write.expected} as it is at ${previous.revision}: ` +
      "read it and try again",
  );
}

/** Returns the event of a checked write; the size of its object is measured if it is not given. */
function makeEvent(
  key: ObjectKey,
  write: StorageWrite,
  previous: StoredVersion | undefined,
  revision: number,
  size?: number,
): StorageEvent {
  if (previous === undefined) {
    return { type: "created", version: makeVersion(key, write.object!, revision, size) };
  }
  const type = write.object === undefined ? "deleted" : "updated";
  const version = makeVersion(previous.key, write.object ?? previous.object, revision, size);
  return { type, version, previous };
}

function makeVersion(
  key: ObjectKey,
  object: ApiObject,
  revision: number,
  size: number | undefined,
): StoredVersion {
  const metadata = { ...object.metadata, resourceVersion: String(revision) };
  return new Version(key, revision, { ...object, metadata }, size);
}

/** A version whose encodings take no memory before there is one, nor after it was superseded. */
class Version implements StoredVersion {
  readonly key: ObjectKey;
  readonly revision: number;
  readonly object: ApiObject;
  #encodings: StoredVersion["encodings"] | undefined;
  #size: number | undefined;

  constructor(key: ObjectKey, revision: number, object: ApiObject, size?: number) {
    this.key = key;
    this.revision = revision;
    this.object = object;
    this.#size = size;
  }

  get encodings(): StoredVersion["encodings"] {
    return this.#encodings ??= new Map();
  }

  get size(): number {
    return this.#size ??= sizeOf(this.object);
  }

  /** Drops the encodings; a watch that is behind encodes the version once more. */
  forgetEncodings(): void {
    this.#encodings = undefined;
  }
}
