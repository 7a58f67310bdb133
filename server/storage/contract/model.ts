/**
 * The storage as simply as it can be told: a full copy of everything for each revision.
 *
 * @module
 */
import type { ApiObject } from "../../object.ts";
import type {
  CollectionKey,
  ListOptions,
  ObjectKey,
  StorageErrorCode,
  StorageEvent,
  Write,
} from "../storage.ts";

/** An object as the model holds it. */
export interface ModelObject {
  readonly key: ObjectKey;
  readonly revision: number;
  readonly object: ApiObject;
}

/** A change as the model holds it. */
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

/** What an operation comes to: a value, or the code of its refusal. */
export type Outcome<T> = { readonly value: T } | { readonly refused: StorageErrorCode };

/** The store after a write: when that was, what it changed, and everything there is. */
interface Snapshot {
  readonly time: number;
  readonly event: ModelEvent | undefined;
  readonly objects: readonly ModelObject[];
}

/** A watcher's place: it was given every event of its collection up to a revision. */
export interface ModelCursor {
  readonly collection: CollectionKey;
  seen: number;
}

/** The model: slow, and plain enough to be believed. */
export class StorageModel {
  readonly #window: number;
  /** Of revision 1, 2, 3, … */
  readonly #snapshots: Snapshot[] = [{ time: 0, event: undefined, objects: [] }];
  #compacted = 1;
  /** The time, in milliseconds; only moved forward. */
  now = 0;

  /** Creates an empty store whose history reaches back so many milliseconds. */
  constructor(window: number) {
    this.#window = window;
  }

  /** The newest revision. */
  current(): number {
    return this.#snapshots.length;
  }

  /** The object under a key. */
  get(key: ObjectKey): ModelObject | undefined {
    return this.#at(this.current()).objects.find((object) => isSame(object.key, key));
  }

  /** Writes, or tells why not. */
  transact(key: ObjectKey, { expected, object }: Write): Outcome<ModelObject> {
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

  /** Lists, or tells why not. */
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

  /** Begins to watch, or tells why not. */
  watch(collection: CollectionKey, after: number): Outcome<ModelCursor> {
    if (after <= this.current() && !this.#isReadable(after)) return { refused: "compacted" };
    return { value: { collection, seen: after } };
  }

  /** What a cursor has not been given yet. */
  unread({ collection, seen }: ModelCursor): ModelEvent[] {
    return this.#eventsAfter(seen).filter(({ version }) => isIn(version.key, collection));
  }

  /** Gives a cursor what is behind it, nothing perhaps, or tells that some of it was dropped. */
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

  /** Creates the states before a revision unreadable. */
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
