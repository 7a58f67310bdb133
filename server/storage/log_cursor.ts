/**
 * The position of one watch in the events of a resource, which all its watches share.
 *
 * @module
 */
import type { EventLog } from "./partition.ts";
import { type ObjectFilter, StorageError, type StorageEvent, type WatchCursor } from "./storage.ts";

/** Options of a {@linkcode LogCursor}. */
export interface LogCursorOptions {
  readonly log: EventLog;
  /** The namespace of the events to return; undefined for all namespaces. */
  readonly namespace: string | undefined;
  /** Events of objects that pass it neither before nor after may be left out. */
  readonly filter?: ObjectFilter | undefined;
  /** Return only events after this revision. */
  readonly after: number;
  /** Returns the store's newest revision. */
  readonly currentRevision: () => number;
  /** Drops expired history; called before each read. */
  readonly expire: () => void;
}

/**
 * Reads the shared log, so that a watcher needs no queue. A waiting cursor follows the log, whose other
 * events it skips, so that only a cursor that is not being read can miss compacted events.
 */
export class LogCursor implements WatchCursor {
  readonly #options: LogCursorOptions;
  readonly #log: EventLog;
  /** The index of the next event to check. */
  #position: number;
  /** The revision up to which every event was returned or did not match. */
  #after: number;
  /** True while a reader waits: then the position follows once there is an event. */
  #isWaiting = false;
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
    if (this.#isWaiting) return this.#revisionAtEnd();
    return this.#handingOver ?? this.#revision();
  }

  /**
   * Returns the events after the cursor, at most 1,000 or 1 MiB; waits for the first. One call at a
   * time.
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
    this.#isWaiting = true;
    const finish = (events: readonly StorageEvent[]) => {
      this.#isWaiting = false;
      stop();
      signal.removeEventListener("abort", abort);
      resolve(events);
    };
    const abort = () => {
      this.#position = this.#log.end;
      finish([]);
    };
    const stop = this.#log.listen(this.#options, () => {
      // Those before it were of no interest.
      this.#position = this.#log.end - 1;
      const events = this.#read();
      if (events.length > 0) finish(events);
    });
    signal.addEventListener("abort", abort);
  }

  /** Returns the matching events after the cursor and moves it. */
  #read(): readonly StorageEvent[] {
    const before = this.#revision();
    this.#position = Math.max(this.#position, this.#log.start);
    while (this.#revisionAt(this.#position) <= this.#after) this.#position++;
    const { events, next } = this.#log.batch(this.#position, this.#options.namespace);
    if (next > this.#position) this.#after = this.#revisionAt(next - 1);
    this.#position = next;
    if (events.length > 0) this.#handingOver = before;
    return events;
  }

  /** Returns the revision of the event at an index; infinite if there is none. */
  #revisionAt(index: number): number {
    return this.#log.at(index)?.version.revision ?? Infinity;
  }

  #revision(): number {
    const unread = this.#log.at(this.#position);
    if (unread !== undefined) return Math.max(this.#after, unread.version.revision - 1);
    const isAtEnd = this.#position === this.#log.end;
    return isAtEnd ? this.#revisionAtEnd() : this.#after;
  }

  #revisionAtEnd(): number {
    return Math.max(this.#after, this.#options.currentRevision());
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
