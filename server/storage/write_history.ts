/**
 * The history of writes: which revisions can be read, and what is dropped when they expire.
 *
 * @module
 */
import { SlidingArray } from "./sliding_array.ts";
import type { ObjectKey } from "./storage.ts";

/** The revision of an empty store. */
const FIRST_REVISION = 1;

/** Drops versions of a key that are only visible at revisions before this one. */
type ForgetBefore = (key: ObjectKey, revision: number) => void;

/** How much of the past a history keeps. */
export interface HistoryBounds {
  /** The age at which a write is dropped, in milliseconds. */
  readonly window: number;
  /** The size of all writes, in bytes, above which the oldest are dropped. */
  readonly bytes: number;
}

/** What a write takes beside the object that it supersedes, in bytes. */
const WRITE_SIZE = 256;

/**
 * The writes of all resources in order; a revision is the index of its write. The state at a
 * revision is readable while it is the current one, and while the write that superseded it is
 * younger than the window and fits, with all later ones, into the bytes.
 */
export class WriteHistory {
  readonly #bounds: HistoryBounds;
  readonly #forgetBefore: ForgetBefore;
  /** The keys that were written; undefined for a write of no object. */
  readonly #keys: SlidingArray<ObjectKey | undefined>;
  /** The times of the writes, in milliseconds of the clock; apart, as numbers take less memory so. */
  readonly #times: SlidingArray<number>;
  readonly #sizes: SlidingArray<number>;
  #bytes = 0;

  /** Creates a history within bounds, which does not reach back before its first revision. */
  constructor(bounds: HistoryBounds, forgetBefore: ForgetBefore, first: number = FIRST_REVISION) {
    this.#bounds = bounds;
    this.#forgetBefore = forgetBefore;
    this.#keys = new SlidingArray(first + 1);
    this.#times = new SlidingArray(first + 1);
    this.#sizes = new SlidingArray(first + 1);
  }

  /** The newest revision. */
  get current(): number {
    return this.#keys.end - 1;
  }

  /** The oldest readable revision. */
  get oldest(): number {
    return this.#keys.start - 1;
  }

  /** The approximate size of what the history keeps. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Adds a write of a key, or of no object, which becomes the current revision.
   *
   * @param superseded the size of the object that the write supersedes, in bytes
   */
  record(key: ObjectKey | undefined, time: number, superseded = 0): void {
    const size = key ? WRITE_SIZE + superseded : 0;
    this.#keys.push(key);
    this.#times.push(time);
    this.#sizes.push(size);
    this.#bytes += size;
  }

  /** Drops the oldest states until the others fit into the bytes; the newest write is always kept. */
  shorten(): void {
    while (this.#bytes > this.#bounds.bytes && this.#keys.length > 1) this.#forget();
  }

  /** Drops the states that are older than the window at this time. */
  expire(now: number): void {
    for (let time; (time = this.#times.at(this.#times.start)) !== undefined;) {
      if (now - time < this.#bounds.window) break;
      this.#forget();
    }
  }

  /** Drops the states before a revision, but never the current one. */
  compact(revision: number): void {
    while (this.#keys.length > 0 && this.#keys.start <= revision) this.#forget();
  }

  /** Drops the oldest state. */
  #forget(): void {
    const revision = this.#keys.start;
    const key = this.#keys.at(revision);
    this.#bytes -= this.#sizes.at(revision) ?? 0;
    this.#keys.dropBefore(revision + 1);
    this.#times.dropBefore(revision + 1);
    this.#sizes.dropBefore(revision + 1);
    if (key) this.#forgetBefore(key, revision);
  }
}
