/**
 * The events of one resource, shared by all its watchers, and a watcher's position in them.
 *
 * @module
 */
import { SlidingArray } from "./sliding_array.ts";
import { StorageError, type StorageEvent, type WatchCursor } from "./storage.ts";

/** The events in the order of their revisions, as far back as the history reaches. */
export class EventLog {
  readonly #events = new SlidingArray<StorageEvent>();
  readonly #listeners = new Set<() => void>();
  #droppedRevision = 0;

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
    return this.#listeners.size;
  }

  /** Returns the event at an index; undefined if it was dropped or does not exist yet. */
  at(index: number): StorageEvent | undefined {
    return this.#events.at(index);
  }

  /** Returns the index of the first event after a revision; `end` if there is none. */
  after(revision: number): number {
    return this.#events.firstIndex((event) => event.version.revision > revision);
  }

  /** Adds an event and calls every listener synchronously. */
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

  /** Calls a listener after each event; the returned function removes it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** The most events that `next` returns at once. */
const BATCH_SIZE = 1_000;

/** Options of a {@linkcode LogCursor}. */
export interface LogCursorOptions {
  readonly log: EventLog;
  /** The namespace of the events to return; undefined for all namespaces. */
  readonly namespace: string | undefined;
  /** Return only events after this revision. */
  readonly after: number;
  /** Returns the store's newest revision. */
  readonly currentRevision: () => number;
  /** Drops expired history; called before each read. */
  readonly expire: () => void;
}

/**
 * Reads the shared log, so that a watcher needs no queue. A waiting cursor follows the log event by
 * event, so that only a cursor that is not being read can miss compacted events.
 */
export class LogCursor implements WatchCursor {
  readonly #options: LogCursorOptions;
  readonly #log: EventLog;
  /** The index of the next event to check. */
  #position: number;
  /** The revision up to which every event was returned or did not match. */
  #after: number;
  /** The value of `revision` before the batch that the reader is about to get. */
  #handingOver: number | undefined;

  /** Creates a cursor. */
  constructor(options: LogCursorOptions) {
    this.#options = options;
    this.#log = options.log;
    this.#after = options.after;
    this.#position = options.log.after(options.after);
  }

  /** The revision up to which every event of the collection has been returned by `next`. */
  get revision(): number {
    return this.#handingOver ?? this.#revision();
  }

  /**
   * Returns the events after the cursor, at most 1,000; waits for the first. One call at a time.
   */
  next(signal: AbortSignal): Promise<readonly StorageEvent[]> {
    const batch = new Promise<readonly StorageEvent[]>((resolve, reject) => {
      if (signal.aborted) return resolve([]);
      this.#options.expire();
      if (this.#isOvertaken()) return reject(this.#overtaken());
      const events = this.#read();
      if (events.length > 0) return resolve(events);
      this.#wait(signal, resolve);
    });
    // A bookmark can be sent between the resolution and the reader's turn, and must not cover
    // events that the reader has yet to send. This reaction runs right before the reader's.
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

  /** Returns the matching events after the cursor and moves it. */
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
