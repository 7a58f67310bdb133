/**
 * The store in etcd, which several servers share: reads come from a copy that follows etcd, and writes
 * are transactions of etcd, whose revisions are those of the objects.
 *
 * @module
 */
import type { ApiObject, Clock, Json } from "@plumbline/server/api";
import {
  checkExpected,
  checkSize,
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
  UnwritableStorage,
  type WatchCursor,
} from "@plumbline/server/storage";
import { EtcdClient, type EtcdCondition, EtcdError, type EtcdWrite } from "./client.ts";
import { KeySpace } from "./keys.ts";
import { EtcdLink } from "./link.ts";
import { readStore } from "./read_store.ts";
import { Replica, type Revision } from "./replica.ts";

/** Options of {@linkcode EtcdStorage.open}. */
export interface EtcdStorageOptions {
  /** The client URL of etcd, such as `http://127.0.0.1:2379`. */
  readonly url: string;
  /** The beginning of all keys. @default {"/plumbline/"} */
  readonly prefix?: string;
  readonly clock: Pick<Clock, "now">;
  /** How long old revisions can be read, in milliseconds. @default {300_000} */
  readonly history?: number;
  /** The bytes of superseded objects above which the oldest are dropped. @default {256 MiB} */
  readonly historyBytes?: number;
  /**
   * Returns the object that must not change while another one is created, such as its namespace: the
   * creation is a `conflict` then, and its checks have to be made again.
   */
  readonly parentOf?: (key: ObjectKey) => ObjectKey | undefined;
  /**
   * Returns true for a resource of which one object is written at a time, as its objects share
   * something: a write is a `conflict` if another object was written since the copy was read.
   */
  readonly isExclusive?: (resource: string) => boolean;
  /** Receives each change of an object, of whatever server, in the order of revisions. */
  readonly onEvent?: (event: StorageEvent) => void;
  /** Receives each change that this store made, after `onEvent` and before the write is answered. */
  readonly onOwnEvent?: (event: StorageEvent) => void;
  /** Receives the first of several failures to reach etcd. */
  readonly onFailure?: (error: Error) => void;
}

/** A store in etcd. */
export class EtcdStorage implements Storage {
  readonly #options: EtcdStorageOptions;
  readonly #keys: KeySpace;
  readonly #replica: Replica;
  readonly #link: EtcdLink;
  /** Writes that nobody waits for. */
  readonly #background = new Set<Promise<void>>();
  /** The failure to write a fact. */
  #factFailure: UnwritableStorage | undefined;

  /** Facts that are being written, and whether etcd can be reached; objects are on its disk. */
  readonly durability: Durability;

  private constructor(
    options: EtcdStorageOptions,
    parts: { keys: KeySpace; replica: Replica; link: EtcdLink },
  ) {
    const { keys, replica, link } = parts;
    this.#options = options;
    this.#keys = keys;
    this.#replica = replica;
    this.#link = link;
    this.durability = {
      synced: () => this.#synced(),
      get failure() {
        return link.failure;
      },
    };
  }

  /**
   * Opens a store; nothing is written to etcd.
   *
   * @throws {EtcdError} if etcd cannot be reached
   */
  static async open(options: EtcdStorageOptions): Promise<EtcdStorage> {
    const { url, prefix = "/plumbline/", clock, history, historyBytes } = options;
    const { onEvent = () => {}, onFailure = () => {} } = options;
    const client = new EtcdClient({ url });
    const keys = new KeySpace(prefix);
    try {
      const { state, facts, newest } = await readStore(client, keys);
      const replica = new Replica({
        ...{ clock, initial: state, onEvent },
        ...(history !== undefined && { history }),
        ...(historyBytes !== undefined && { historyBytes }),
      });
      for (const [name, value] of facts) replica.facts.load(name, value);
      const link = new EtcdLink({ ...{ url, client, keys, replica, clock }, onFailure });
      await link.reach(newest);
      return new EtcdStorage(options, { keys, replica, link });
    } catch (error) {
      client.close();
      throw error;
    }
  }

  /** Resolves once everything that was written before can be read. */
  readonly catchUp = (): Promise<void> => this.#link.catchUp();

  /** The newest revision of the copy. */
  currentRevision(): number {
    return this.#replica.revision;
  }

  /** Returns the newest version of an object, undefined if it does not exist. */
  get(key: ObjectKey): StoredVersion | undefined {
    return this.#replica.objects.get(key);
  }

  /**
   * Returns a state of a collection.
   *
   * @throws {StorageError} `compacted` or `future` for an unreadable revision
   */
  list(collection: CollectionKey, options?: ListOptions): Promise<StoredList> {
    return this.#replica.objects.list(collection, options);
  }

  /**
   * Returns a cursor to the events after a revision, which may be in the future.
   *
   * @param filter events of objects that pass it neither before nor after may be left out
   * @throws {StorageError} `compacted` when the history does not reach back so far
   */
  watch(collection: CollectionKey, after: number, filter?: ObjectFilter): WatchCursor {
    return this.#replica.objects.watch(collection, after, filter);
  }

  /** Calls a listener with each event of a resource, synchronously; the returned function ends it. */
  follow(resource: string, listener: (event: StorageEvent) => void): () => void {
    return this.#replica.objects.follow(resource, listener);
  }

  /** Returns the revision of the resource's newest write, 0 before the first. */
  lastChange(resource: string): number {
    return this.#replica.objects.lastChange(resource);
  }

  /**
   * Writes one object if it is at the expected revision. A deletion returns the last content at the
   * revision of the deletion.
   *
   * @throws {StorageError} `exists`, `missing`, `conflict` or `too large`; nothing is written then
   * @throws {UnwritableStorage} if etcd does not answer; it may have written then
   */
  async transact(key: ObjectKey, write: StorageWrite): Promise<StoredVersion> {
    if (write.object) checkSize(write.object);
    for (;;) {
      checkExpected(key, write, this.#replica.objects.get(key));
      const guards = this.#guards(key, write);
      const name = this.#keys.object(key);
      const event = await this.#write(
        [{ key: name, revision: write.expected }, ...guards],
        write.object ? { put: name, value: JSON.stringify(write.object) } : { remove: name },
        { change: { key, object: write.object }, facts: [] },
      );
      if (event) {
        this.#options.onOwnEvent?.(event);
        return event.version;
      }
      await this.catchUp();
      checkExpected(key, write, this.#replica.objects.get(key));
      if (guards.length > 0) throw this.#overtaken(key);
    }
  }

  /**
   * Writes an object that was stored before, or removes one, whatever revision it is at. Returns the
   * written version, undefined if there was nothing to remove.
   */
  async putBack(
    key: ObjectKey,
    object: ApiObject | undefined,
  ): Promise<StoredVersion | undefined> {
    for (;;) {
      const previous = this.#replica.objects.get(key);
      if (previous === undefined && object === undefined) return undefined;
      try {
        return await this.transact(key, { expected: previous?.revision ?? 0, object });
      } catch (error) {
        if (!(error instanceof StorageError) || error.code === "too large") throw error;
      }
    }
  }

  /** Drops the states before a revision, here and in etcd; the current state is always kept. */
  compact(revision: number): void {
    const kept = Math.min(revision, this.currentRevision());
    this.#replica.objects.compact(kept);
    this.#inBackground(this.#compactStore(kept));
  }

  /** Returns all objects. */
  all(): StoredVersion[] {
    return this.#replica.objects.stateAt(this.currentRevision());
  }

  /** Drops the history in etcd that is older than that of the copy. */
  dropHistory(): Promise<void> {
    return this.#compactStore(this.#replica.objects.oldestRevision);
  }

  /** Returns a fact that the servers share; undefined if there is none of the name. */
  fact(name: string): Json | undefined {
    return this.#replica.facts.get(name);
  }

  /** All facts with their names. */
  facts(): IterableIterator<[string, Json]> {
    return this.#replica.facts[Symbol.iterator]();
  }

  /** Sets or removes a fact; `durability.synced` waits for it. */
  setFact(name: string, value: Json | undefined): void {
    this.#replica.facts.load(name, value);
    const key = this.#keys.fact(name);
    const write = value === undefined
      ? { remove: key }
      : { put: key, value: JSON.stringify(value) };
    this.#inBackground(this.#write([], write, { change: undefined, facts: [{ name, value }] }));
  }

  /**
   * Sets a fact unless another server has set it. Returns the one that there is.
   *
   * @param outdated the fact to replace, of the object identity that {@linkcode fact} returned
   */
  async shareFact(name: string, value: Json, outdated?: Json): Promise<Json> {
    const key = this.#keys.fact(name);
    for (;;) {
      const known = this.fact(name);
      if (known !== undefined && known !== outdated) return known;
      const { entries: [stored] } = await this.#link.ask((client) => client.range({ key }));
      if (stored?.value === (outdated === undefined ? undefined : JSON.stringify(outdated))) {
        await this.#write(
          [{ key, revision: stored?.revision ?? 0 }],
          { put: key, value: JSON.stringify(value) },
          { change: undefined, facts: [{ name, value }] },
        );
      }
      await this.catchUp();
    }
  }

  /**
   * Returns true if this store is to create the initial objects: no other one has the right to, or had
   * it for this number of seconds.
   */
  async becomeCreator(seconds: number): Promise<boolean> {
    const { creator } = this.#keys;
    const lease = await this.#link.ask((client) => client.lease(seconds));
    const { succeeded } = await this.#link.ask((client) =>
      client.transact([{ key: creator, revision: 0 }], [{ put: creator, value: "", lease }])
    );
    return succeeded;
  }

  /** Ends the copy and the connections, after what is being written. */
  async close(): Promise<void> {
    this.#link.endWaits();
    await Promise.allSettled(this.#background);
    await this.#link.close();
  }

  /** Returns the conditions of a write beside that on its own key. */
  #guards(key: ObjectKey, { expected, object }: StorageWrite): EtcdCondition[] {
    const { parentOf, isExclusive } = this.#options;
    const guards: EtcdCondition[] = [];
    const parent = expected === 0 ? parentOf?.(key) : undefined;
    if (parent) {
      const revision = this.#replica.objects.get(parent)?.revision ?? 0;
      guards.push({ key: this.#keys.object(parent), revision });
    }
    if (object && isExclusive?.(key.resource)) {
      guards.push({
        ...this.#keys.objects(key.resource),
        before: this.lastChange(key.resource) + 1,
      });
    }
    return guards;
  }

  #overtaken({ resource, namespace, name }: ObjectKey): StorageError {
    return new StorageError(
      "conflict",
      `Cannot write ${resource} "${namespace}/${name}" as another server wrote something that it ` +
        "depends on: try again",
    );
  }

  /**
   * Writes and waits until the copy has it. Returns false if the conditions are not met, else the event;
   * undefined for a fact.
   */
  async #write(
    conditions: readonly EtcdCondition[],
    write: EtcdWrite,
    { change, facts }: Pick<Revision, "change" | "facts">,
  ): Promise<StorageEvent | undefined | false> {
    const time = this.#options.clock.now();
    const head = { put: this.#keys.head, value: String(time) };
    const { succeeded, revision } = await this.#link.ask((client) =>
      client.transact(conditions, [write, head])
    );
    if (!succeeded) return false;
    this.#replica.add({ revision, time, change, facts });
    await this.#link.reach(revision);
    if (!change) return undefined;
    const event = this.#replica.objects.eventAt(change.key.resource, revision);
    if (event) return event;
    throw new UnwritableStorage(
      `Cannot follow etcd at ${this.#options.url}: it has other revisions`,
    );
  }

  /** Resolves once the facts are written; undefined if they are. */
  #synced(): Promise<void> | undefined {
    const failure = this.#factFailure;
    this.#factFailure = undefined;
    if (failure) return Promise.reject(failure);
    if (this.#background.size === 0) return undefined;
    return Promise.all(this.#background).then(() => this.#synced());
  }

  #inBackground(work: Promise<unknown>): void {
    const done = work.then(() => {}, (error) => {
      if (error instanceof UnwritableStorage) this.#factFailure = error;
      else this.#options.onFailure?.(error);
    }).finally(() => void this.#background.delete(done));
    this.#background.add(done);
  }

  async #compactStore(revision: number): Promise<void> {
    try {
      await this.#link.followed(revision);
      await this.#link.client.compact(revision);
    } catch (error) {
      // Another server has done it.
      if (!(error instanceof EtcdError) || error.code !== "compacted") throw error;
    }
  }
}
