/**
 * The objects of one resource: the versions of each object, and the events that watches read.
 *
 * @module
 */
import { Audience, type Interest } from "./audience.ts";
import { comparePlaces, KeyIndex, type Place } from "./key_index.ts";
import { LabelIndex } from "./label_index.ts";
import { SlidingArray } from "./sliding_array.ts";
import type {
  ListOptions,
  ObjectFilter,
  ObjectKey,
  StorageEvent,
  StoredList,
  StoredVersion,
} from "./storage.ts";

/** The most events of a batch. */
const BATCH_SIZE = 1_000;

/** The bytes of objects behind which a batch ends: a client that does not read keeps it from being dropped. */
const BATCH_BYTES = 1024 * 1024;

/** The number of objects above which lists with a label use an index. */
const INDEXED_FROM = 1_000;

/** A version in a chain that is not the newest one. */
interface Link {
  readonly version: StoredVersion;
  /** True for a tombstone: from this version on the object does not exist. */
  readonly deleted: boolean;
}

/** The versions of one key, as far back as the history reaches. */
export class VersionChain {
  /** The key of the versions. */
  readonly key: ObjectKey;
  /**
   * Stored apart from older versions, which most objects do not have and most lists do not need.
   */
  #newest: StoredVersion | undefined;
  /** True if the newest version is a tombstone. */
  #isDeleted = false;
  #older: SlidingArray<Link> | undefined;

  /** Creates the chain of a key without versions. */
  constructor(key: ObjectKey) {
    this.key = key;
  }

  /** The number of versions, tombstones included. */
  get length(): number {
    return (this.#newest === undefined ? 0 : 1) + (this.#older?.length ?? 0);
  }

  /** Returns the current object, undefined if it does not exist. */
  current(): StoredVersion | undefined {
    return this.#isDeleted ? undefined : this.#newest;
  }

  /** The labels of the current object. */
  labels(): Readonly<Record<string, string>> {
    return this.current()?.object.metadata.labels ?? {};
  }

  /** Returns the object at a revision of the store, undefined if it did not exist. */
  at(revision: number): StoredVersion | undefined {
    if (this.#newest === undefined || this.#newest.revision <= revision) return this.current();
    if (this.#older === undefined) return undefined;
    const next = this.#older.firstIndex((link) => link.version.revision > revision);
    return living(this.#older.at(next - 1));
  }

  /** Adds the newest version. */
  push(version: StoredVersion, deleted: boolean): void {
    if (this.#newest !== undefined) {
      const link = { version: this.#newest, deleted: this.#isDeleted };
      (this.#older ??= new SlidingArray()).push(link);
    }
    this.#newest = version;
    this.#isDeleted = deleted;
  }

  /** Drops versions that are only visible at revisions before this one. */
  forgetBefore(revision: number): void {
    if (this.#newest !== undefined && this.#newest.revision <= revision) {
      this.#older = undefined;
      if (this.#isDeleted) this.#newest = undefined;
      return;
    }
    if (this.#older === undefined) return;
    const next = this.#older.firstIndex((link) => link.version.revision > revision);
    const visible = living(this.#older.at(next - 1));
    this.#older.dropBefore(visible === undefined ? next : next - 1);
    if (this.#older.length === 0) this.#older = undefined;
  }
}

function living(link: Link | undefined): StoredVersion | undefined {
  return link === undefined || link.deleted ? undefined : link.version;
}

/** Events that a cursor reads at once, and the index behind the last one that was looked at. */
interface EventBatch {
  readonly from: number;
  readonly namespace: string | undefined;
  readonly events: readonly StorageEvent[];
  readonly next: number;
}

/** The events in the order of their revisions, as far back as the history reaches. */
export class EventLog {
  readonly #events = new SlidingArray<StorageEvent>();
  readonly #audience = new Audience();
  #droppedRevision = 0;
  #lastBatch: EventBatch | undefined;

  /** The index of the oldest event. */
  get start(): number {
    return this.#events.start;
  }

  /** The index of the next event. */
  get end(): number {
    return this.#events.end;
  }

  /** The revision of the newest dropped event, 0 if none was dropped. */
  get droppedRevision(): number {
    return this.#droppedRevision;
  }

  /** The number of listeners that wait for the next event. */
  get listeners(): number {
    return this.#audience.size;
  }

  /** Returns the event at an index; undefined if it was dropped or does not exist yet. */
  at(index: number): StorageEvent | undefined {
    return this.#events.at(index);
  }

  /** Returns the index of the first event after a revision; `end` if there is none. */
  after(revision: number): number {
    return this.#events.firstIndex((event) => event.version.revision > revision);
  }

  /**
   * Returns the events of a namespace from an index on, or of all namespaces, at most 1,000 or 1 MiB.
   * Cursors at one index get the same batch.
   */
  batch(from: number, namespace: string | undefined): EventBatch {
    const last = this.#lastBatch;
    if (last?.from === from && last.namespace === namespace) return last;
    const events: StorageEvent[] = [];
    let [size, next] = [0, from];
    while (next < this.end && events.length < BATCH_SIZE && size < BATCH_BYTES) {
      const event = this.at(next++)!;
      const { key, size: bytes = 0 } = event.version;
      if (namespace !== undefined && key.namespace !== namespace) continue;
      events.push(event);
      size += bytes;
    }
    return this.#lastBatch = { from, namespace, events, next };
  }

  /** Adds an event and calls its listeners synchronously. */
  append(event: StorageEvent): void {
    this.#events.push(event);
    this.#lastBatch = undefined;
    this.#audience.tell(event);
  }

  /** Drops the events up to a revision. */
  forgetUntil(revision: number): void {
    const kept = this.after(revision);
    const dropped = this.#events.at(kept - 1);
    if (dropped === undefined) return;
    this.#droppedRevision = dropped.version.revision;
    this.#events.dropBefore(kept);
    this.#lastBatch = undefined;
  }

  /** Calls a listener after each event of an interest, and maybe others; the returned function ends it. */
  listen(interest: Interest, listener: () => void): () => void {
    return this.#audience.listen(interest, listener);
  }
}

/** Options of a list of one resource, whose revision is readable. */
export interface PartitionListOptions extends ListOptions {
  readonly namespace: string | undefined;
  readonly revision: number;
}

/** The objects of one resource: their versions, their order and their events. */
export class Partition {
  /** All changes, for watchers. */
  readonly log = new EventLog();
  /** By namespace and name. */
  readonly #chains = new Map<string, Map<string, VersionChain>>();
  /** The keys of existing objects. */
  readonly #living = new KeyIndex<VersionChain>();
  /** The keys of objects that do not exist any more, but at an earlier readable revision. */
  readonly #gone = new KeyIndex<VersionChain>();
  /** The existing objects by label. */
  readonly #labels = new LabelIndex<VersionChain>((visitor) =>
    this.#living.visit(0, this.#living.length, (chain) => {
      visitor(chain);
      return false;
    })
  );
  #lastRevision = 0;

  /** The revision of the newest write, 0 before the first. */
  get lastRevision(): number {
    return this.#lastRevision;
  }

  /** Returns the object under a key, undefined if it does not exist. */
  get(key: ObjectKey): StoredVersion | undefined {
    return this.#chains.get(key.namespace)?.get(key.name)?.current();
  }

  /** Adds an object of the state that the store starts with; there is no event of it. */
  load(version: StoredVersion): void {
    const chain = this.#chain(version.key);
    chain.push(version, false);
    this.#living.insert(chain);
    this.#lastRevision = Math.max(this.#lastRevision, version.revision);
  }

  /** Adds a version that was checked against the previous one. */
  apply(event: StorageEvent): void {
    const { version, type } = event;
    const chain = this.#chain(version.key);
    if (type === "created") {
      if (chain.length > 0) this.#gone.remove(chain.key);
      this.#living.insert(chain);
    }
    if (type === "deleted") {
      this.#living.remove(chain.key);
      this.#gone.insert(chain);
    }
    chain.push(version, type === "deleted");
    this.#labels.follow(chain, event);
    this.#lastRevision = version.revision;
    this.log.append(event);
  }

  /** Returns the state at a readable revision, or a page of it. */
  list(options: PartitionListOptions): StoredList {
    const { revision, limit = Infinity, filter } = options;
    const isNewest = revision >= this.#lastRevision;
    const versions: StoredVersion[] = [];
    let remaining = 0;
    const visitor = (chain: VersionChain, rest: number): boolean => {
      const version = chain.at(revision);
      if (version === undefined || (filter !== undefined && !filter(version.object))) return false;
      if (versions.length < limit) {
        versions.push(version);
        return false;
      }
      // With a filter it is enough to find one more; of the existing objects the rest is known.
      remaining = filter === undefined && isNewest ? rest : remaining + 1;
      return filter !== undefined || isNewest;
    };
    if (isNewest) visitPage(this.#newest(filter), options, visitor);
    else this.#visitKnown(options, visitor);
    return { revision, versions, remaining };
  }

  /** Visits the objects that exist at any readable revision, in their order. */
  #visitKnown(options: PartitionListOptions, visitor: PageVisitor): void {
    const gone: VersionChain[] = [];
    visitPage(this.#gone, options, (chain) => {
      gone.push(chain);
      return false;
    });
    let next = 0;
    const visitGone = (before?: Place): boolean => {
      while (next < gone.length) {
        const chain = gone[next]!;
        if (before !== undefined && comparePlaces(chain.key, before) > 0) return false;
        next++;
        if (visitor(chain, gone.length - next)) return true;
      }
      return false;
    };
    const isDone = visitPage(
      this.#living,
      options,
      (chain, rest) => visitGone(chain.key) || visitor(chain, rest),
    );
    if (!isDone) visitGone();
  }

  /** Returns the existing objects, at least those that pass a filter. */
  #newest(filter: ObjectFilter | undefined): KeyIndex<VersionChain> {
    // Few objects are tested faster than an index is kept.
    return filter?.label && this.#living.length > INDEXED_FROM
      ? this.#labels.with(filter.label)
      : this.#living;
  }

  /** Drops versions of a key that are only visible at revisions before this one. */
  forgetBefore(key: ObjectKey, revision: number): void {
    this.log.forgetUntil(revision);
    const chains = this.#chains.get(key.namespace);
    const chain = chains?.get(key.name);
    if (chains === undefined || chain === undefined) return;
    chain.forgetBefore(revision);
    if (chain.length > 0) return;
    chains.delete(key.name);
    if (chains.size === 0) this.#chains.delete(key.namespace);
    this.#gone.remove(key);
  }

  /** Returns the numbers of objects, keys with any version, versions and events. */
  sizes(): { objects: number; keys: number; versions: number; events: number } {
    let versions = 0;
    for (const chains of this.#chains.values()) {
      for (const chain of chains.values()) versions += chain.length;
    }
    return {
      objects: this.#living.length,
      keys: this.#living.length + this.#gone.length,
      versions,
      events: this.log.end - this.log.start,
    };
  }

  #chain(key: ObjectKey): VersionChain {
    let chains = this.#chains.get(key.namespace);
    if (chains === undefined) this.#chains.set(key.namespace, chains = new Map());
    const known = chains.get(key.name);
    if (known !== undefined) return known;
    const chain = new VersionChain(key);
    chains.set(key.name, chain);
    return chain;
  }
}

/**
 * Returns true if it needs no more.
 *
 * @param rest the number of entries of the page from this one on
 */
type PageVisitor = (chain: VersionChain, rest: number) => boolean;

/** Visits the entries that a page may have until the visitor returns true; returns what it did last. */
function visitPage(
  index: KeyIndex<VersionChain>,
  { namespace, after }: PartitionListOptions,
  visitor: PageVisitor,
): boolean {
  const { start, end } = index.range(namespace);
  const from = after === undefined ? start : Math.max(start, index.after(after));
  let isDone = false;
  index.visit(from, end, (chain, position) => isDone = visitor(chain, end - position));
  return isDone;
}
