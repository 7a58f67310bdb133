/**
 * The events of one resource, shared by all who watch it.
 *
 * @module
 */
import { SlidingArray } from "./sliding_array.ts";
import type { StorageEvent } from "./storage.ts";

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
