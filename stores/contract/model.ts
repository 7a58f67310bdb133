/**
 * A naive model of the storage: a full copy of all objects for each revision.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import type {
  CollectionKey,
  ListOptions,
  ObjectKey,
  StorageErrorCode,
  StorageEvent,
  StorageWrite,
} from "@plumbline/server/storage";

/** An object in the model. */
export interface ModelObject {
  readonly key: ObjectKey;
  readonly revision: number;
  readonly object: ApiObject;
}

/** A change in the model. */
export interface ModelEvent {
  readonly type: StorageEvent["type"];
  readonly version: ModelObject;
  readonly previous?: ModelObject;
}

/** A state of a collection. */
export interface ModelList {
  readonly revision: number;
  readonly versions: readonly ModelObject[];
  readonly remaining: number;
}

/** The result of an operation: a value, or the code of its error. */
export type Outcome<T> = { readonly value: T } | { readonly refused: StorageErrorCode };

/** The store after a write: its time, its event, and all objects. */
interface Snapshot {
  readonly time: number;
  readonly event: ModelEvent | undefined;
  readonly objects: readonly ModelObject[];
}

/** The position of a watcher: all events of its collection up to a revision were returned. */
export interface ModelCursor {
  readonly collection: CollectionKey;
  seen: number;
}

/** The model: slow, and simple enough to be checked by reading. */
export class StorageModel {
  readonly #window: number;
  /** The snapshots of revisions 1, 2, 3, … */
  readonly #snapshots: Snapshot[] = [{ time: 0, event: undefined, objects: [] }];
  #compacted = 1;
  /** The time in milliseconds, which only moves forward. */
  now = 0;

  /** Creates an empty store that keeps its history for the given number of milliseconds. */
  constructor(window: number) {
    this.#window = window;
  }

  /** The newest revision. */
  current(): number {
    return this.#snapshots.length;
  }

  /** Returns the object under a key. */
  get(key: ObjectKey): ModelObject | undefined {
    return this.#at(this.current()).objects.find((object) => isSame(object.key, key));
  }

  /** Writes an object, or returns the error. */
  transact(key: ObjectKey, { expected, object }: StorageWrite): Outcome<ModelObject> {
    const previous = this.get(key);
    if (previous === undefined && (expected !== 0 || object === undefined)) {
      return { refused: "missing" };
    }
    if (previous !== undefined && expected !== previous.revision) {
      return { refused: expected === 0 ? "exists" : "conflict" };
    }
    const revision = this.current() + 1;
    const content = structuredClone(object ?? previous!.object);
    content.metadata.resourceVersion = `${revision}`;
    const version = { key, revision, object: content };
    const others = this.#at(this.current()).objects.filter((other) => !isSame(other.key, key));
    this.#snapshots.push({
      time: this.now,
      event: previous === undefined
        ? { type: "created", version }
        : { type: object === undefined ? "deleted" : "updated", version, previous },
      objects: object === undefined ? others : [...others, version],
    });
    return { value: version };
  }

  /** Lists a collection, or returns the error. */
  list(collection: CollectionKey, options: ListOptions): Outcome<ModelList> {
    const { revision = this.current(), after, limit = Infinity, filter = () => true } = options;
    if (revision > this.current()) return { refused: "future" };
    if (!this.#isReadable(revision)) return { refused: "compacted" };
    const candidates = this.#at(revision).objects
      .filter(({ key }) => isIn(key, collection))
      .filter(({ object }) => filter(object))
      .filter(({ key }) => after === undefined || order(key, after) > 0)
      .sort((a, b) => order(a.key, b.key));
    const behind = Math.max(0, candidates.length - limit);
    const remaining = options.filter === undefined ? behind : Math.min(behind, 1);
    return { value: { revision, versions: candidates.slice(0, limit), remaining } };
  }

  /** Starts a watch, or returns the error. */
  watch(collection: CollectionKey, after: number): Outcome<ModelCursor> {
    if (after <= this.current() && !this.#isReadable(after)) return { refused: "compacted" };
    return { value: { collection, seen: after } };
  }

  /** Returns the events that a cursor has not returned yet. */
  unread({ collection, seen }: ModelCursor): ModelEvent[] {
    return this.#eventsAfter(seen).filter(({ version }) => isIn(version.key, collection));
  }

  /**
   * Returns the events after a cursor, possibly none, or the error if some of them were dropped.
   */
  read(cursor: ModelCursor): Outcome<ModelEvent[]> {
    const { resource } = cursor.collection;
    const dropped = this.#eventsAfter(cursor.seen)
      .filter(({ version }) => version.key.resource === resource)
      .some(({ version }) => !this.#isReadable(version.revision - 1));
    if (dropped) return { refused: "compacted" };
    const value = this.unread(cursor);
    cursor.seen = Math.max(cursor.seen, this.current());
    return { value };
  }

  /** Makes the states before a revision unreadable. */
  compact(revision: number): void {
    this.#compacted = Math.max(this.#compacted, Math.min(revision, this.current()));
  }

  #at(revision: number): Snapshot {
    return this.#snapshots[revision - 1]!;
  }

  #isReadable(revision: number): boolean {
    if (revision === this.current()) return true;
    return revision >= this.#compacted && this.now - this.#at(revision + 1).time < this.#window;
  }

  #eventsAfter(revision: number): ModelEvent[] {
    return this.#snapshots.slice(revision).flatMap(({ event }) => event ?? []);
  }
}

function isSame(a: ObjectKey, b: ObjectKey): boolean {
  return a.resource === b.resource && a.namespace === b.namespace && a.name === b.name;
}

function isIn(key: ObjectKey, { resource, namespace }: CollectionKey): boolean {
  return key.resource === resource && (namespace === undefined || key.namespace === namespace);
}

function order(a: Pick<ObjectKey, "namespace" | "name">, b: typeof a): number {
  const rank = (x: string, y: string) => (x < y ? -1 : x > y ? 1 : 0);
  return rank(a.namespace, b.namespace) || rank(a.name, b.name);
}
