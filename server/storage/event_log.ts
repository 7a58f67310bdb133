/**
 * The events of one resource, shared by all its watchers, and the position of a watcher in them.
 *
 * @module
 */
import { SlidingArray } from "./sliding_array.ts";
import { StorageError, type StorageEvent, type WatchCursor } from "./storage.ts";

/** Events in the order of their revisions, as far back as the history reaches. */
export class EventLog {
  readonly #events = new SlidingArray<StorageEvent>();
  readonly #listeners = new Set<() => void>();
  #droppedRevision = 0;

  /** The index of the oldest event held. */
  get start(): number {
    return this.#events.start;
  }

  /** The index the next event will have. */
  get end(): number {
    return this.#events.end;
  }

  /** The revision of the newest event dropped, 0 where none was. */
  get droppedRevision(): number {
    return this.#droppedRevision;
  }

  /** How many listeners wait for the next event. */
  get listeners(): number {
    return this.#listeners.size;
  }

  /** The event at an index, undefined where none is held. */
  at(index: number): StorageEvent | undefined {
    return this.#events.at(index);
  }

  /** The index of the first event held behind a revision; `end` where there is none. */
  after(revision: number): number {
    return this.#events.firstIndex((event) => event.version.revision > revision);
  }

  /** Adds an event and, before anything else can happen, calls every listener. */
  append(event: StorageEvent): void {
    this.#events.push(event);
    for (const listener of this.#listeners) listener();
  }

  /** Drops the events up to a revision. */
  forgetUntil(revision: number): void {
    const kept = this.after(revision);
    const dropped = this.#events.at(kept - 1);
    if (dropped === undefined) return;
    this.#droppedRevision = dropped.version.revision;
    this.#events.dropBefore(kept);
  }

  /** Calls back after each event from now on; the function returned calls it off. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** The most events that `next` returns at once. */
const BATCH_SIZE = 1_000;

/** What a cursor reads, and from where. */
export interface LogCursorOptions {
  readonly log: EventLog;
  /** Whose events to return; those of all namespaces where undefined. */
  readonly namespace: string | undefined;
  /** Return only events behind this revision. */
  readonly after: number;
  /** The store's newest revision. */
  readonly currentRevision: () => number;
  /** Drops what history has run out; called before each reading. */
  readonly expire: () => void;
}

/**
 * Reads a shared log, so that a watcher costs no queue. While it waits it follows the log event by
 * event, so that only a cursor that nobody reads can be overtaken by compaction.
 */
export class LogCursor implements WatchCursor {
  readonly #options: LogCursorOptions;
  readonly #log: EventLog;
  /** The index of the first event not looked at. */
  #position: number;
  /** Every event up to this revision was looked at, or is not wanted. */
  #after: number;
  /** What `revision` was before the batch that is on its way to the reader. */
  #handingOver: number | undefined;

  /** Places a cursor. */
  constructor(options: LogCursorOptions) {
    this.#options = options;
    this.#log = options.log;
    this.#after = options.after;
    this.#position = options.log.after(options.after);
  }

  /** Every event of the collection up to this revision has been returned by `next`. */
  get revision(): number {
    return this.#handingOver ?? this.#revision();
  }

  /** The events behind the cursor, at most 1,000; waits for the first. One call at a time. */
  next(signal: AbortSignal): Promise<readonly StorageEvent[]> {
    const batch = new Promise<readonly StorageEvent[]>((resolve, reject) => {
      if (signal.aborted) return resolve([]);
      this.#options.expire();
      if (this.#isOvertaken()) return reject(this.#overtaken());
      const events = this.#read();
      if (events.length > 0) return resolve(events);
      this.#wait(signal, resolve);
    });
    // A bookmark may be due between the resolving and the reader's turn: it must not tell of events
    // that the reader has yet to send. This reaction comes right before the reader's.
    batch.then(() => this.#handingOver = undefined, () => {});
    return batch;
  }

  #wait(signal: AbortSignal, resolve: (events: readonly StorageEvent[]) => void): void {
    const finish = (events: readonly StorageEvent[]) => {
      stop();
      signal.removeEventListener("abort", abort);
      resolve(events);
    };
    const abort = () => finish([]);
    const stop = this.#log.listen(() => {
      const events = this.#read();
      if (events.length > 0) finish(events);
    });
    signal.addEventListener("abort", abort);
  }

  /** Takes the wanted events behind the cursor and moves on. */
  #read(): StorageEvent[] {
    const before = this.#revision();
    const events: StorageEvent[] = [];
    this.#position = Math.max(this.#position, this.#log.start);
    while (events.length < BATCH_SIZE) {
      const event = this.#log.at(this.#position);
      if (event === undefined) break;
      if (this.#wants(event)) events.push(event);
      this.#after = Math.max(this.#after, event.version.revision);
      this.#position++;
    }
    if (events.length > 0) this.#handingOver = before;
    return events;
  }

  #wants(event: StorageEvent): boolean {
    const { revision, key } = event.version;
    const { namespace } = this.#options;
    return revision > this.#after && (namespace === undefined || key.namespace === namespace);
  }

  #revision(): number {
    const unread = this.#log.at(this.#position);
    if (unread !== undefined) return Math.max(this.#after, unread.version.revision - 1);
    const isAtEnd = this.#position === this.#log.end;
    return isAtEnd ? Math.max(this.#after, this.#options.currentRevision()) : this.#after;
  }

  #isOvertaken(): boolean {
    return this.#position < this.#log.start && this.#log.droppedRevision > this.#after;
  }

  #overtaken(): StorageError {
    return new StorageError(
      "compacted",
      `Cannot go on watching from revision ${this.#after} as the history up to ` +
        `${this.#log.droppedRevision} was dropped: list again and watch from there`,
    );
  }
}
