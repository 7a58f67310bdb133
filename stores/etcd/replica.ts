/**
 * A copy of the objects in etcd with their history, which follows etcd revision by revision. Reads and
 * watches are served from it.
 *
 * @module
 */
import type { ApiObject, Clock, Json } from "@plumbline/server/api";
import {
  Facts,
  MemoryStorage,
  type ObjectKey,
  type StorageEvent,
  type StoredState,
} from "@plumbline/server/storage";

/** What one revision changed. */
export interface Revision {
  readonly revision: number;
  /** The time of the write, in milliseconds of the clock of the server that wrote. */
  readonly time: number;
  /** The object that was written, or removed; undefined if it was none. */
  readonly change: { readonly key: ObjectKey; readonly object: ApiObject | undefined } | undefined;
  readonly facts: readonly { readonly name: string; readonly value: Json | undefined }[];
}

/** Options of a {@linkcode Replica}. */
export interface ReplicaOptions {
  readonly clock: Pick<Clock, "now">;
  /** How long old revisions can be read, in milliseconds. */
  readonly history?: number;
  /** The bytes of superseded objects above which the oldest are dropped. @default {256 MiB} */
  readonly historyBytes?: number;
  readonly initial: StoredState;
  /** Receives each change of an object once it was applied, in the order of revisions. */
  readonly onEvent: (event: StorageEvent) => void;
}

/** The copy. */
export class Replica {
  /** The objects. */
  readonly objects: MemoryStorage;
  /** What is beside the objects. */
  readonly facts: Facts = new Facts(() => {});
  readonly #clock: Pick<Clock, "now">;
  readonly #onEvent: (event: StorageEvent) => void;
  /** Revisions after the current one, which wait for those between. */
  readonly #arrived = new Map<number, Revision>();
  #waiting: { readonly revision: number; readonly resolve: () => void }[] = [];

  /** Creates a copy. */
  constructor({ onEvent, ...options }: ReplicaOptions) {
    this.#clock = options.clock;
    this.#onEvent = onEvent;
    this.objects = new MemoryStorage(options);
  }

  /** The revision that the copy is at. */
  get revision(): number {
    return this.objects.currentRevision();
  }

  /** Adds a revision; it is applied at once if it is the next one. */
  add(revision: Revision): void {
    if (revision.revision > this.revision) this.#arrived.set(revision.revision, revision);
    this.#applyNext();
  }

  /** Adds revisions in their order; there is no other one before the last of them. */
  addAll(revisions: readonly Revision[]): void {
    for (const each of revisions) {
      if (each.revision > this.revision) this.#arrived.set(each.revision, each);
    }
    const last = revisions.at(-1)?.revision ?? 0;
    const known = [...this.#arrived.keys()].filter((revision) => revision <= last);
    for (const revision of known.sort((a, b) => a - b)) {
      this.objects.skipTo(revision - 1, this.#clock.now());
      this.#apply(this.#arrived.get(revision)!);
    }
    this.#applyNext();
  }

  /** Resolves once the copy is at a revision or a later one; undefined if it is there. */
  reached(revision: number): Promise<void> | undefined {
    if (revision <= this.revision) return undefined;
    return new Promise((resolve) => void this.#waiting.push({ revision, resolve }));
  }

  #applyNext(): void {
    for (let next; (next = this.#arrived.get(this.revision + 1)) !== undefined;) this.#apply(next);
    if (this.#waiting.length === 0) return;
    const ready = this.#waiting.filter(({ revision }) => revision <= this.revision);
    if (ready.length === 0) return;
    this.#waiting = this.#waiting.filter(({ revision }) => revision > this.revision);
    for (const { resolve } of ready) resolve();
  }

  #apply({ revision, time, change, facts }: Revision): void {
    this.#arrived.delete(revision);
    // The clock of another server may be ahead: it must not keep history for longer.
    const made = Math.min(time, this.#clock.now());
    // A removal of what is not there is none.
    const isChange = change && (change.object || this.objects.get(change.key));
    const event = isChange ? this.objects.replay({ ...change, time: made }) : undefined;
    this.objects.skipTo(revision, made);
    for (const { name, value } of facts) this.facts.load(name, value);
    if (event) this.#onEvent(event);
  }
}
