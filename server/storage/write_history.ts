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

/**
 * The writes of all resources in order; a revision is the index of its write. The state at a
 * revision is readable while it is the current one, and while the write that superseded it is
 * younger than the window.
 */
export class WriteHistory {
  readonly #window: number;
  readonly #forgetBefore: ForgetBefore;
  /** The keys that were written; undefined for a write of no object. */
  readonly #keys: SlidingArray<ObjectKey | undefined>;
  /** The times of the writes, in milliseconds of the clock; apart, as numbers take less memory so. */
  readonly #times: SlidingArray<number>;

  /** Creates a history that reaches back `window` milliseconds, but not before its first revision. */
  constructor(window: number, forgetBefore: ForgetBefore, first: number = FIRST_REVISION) {
    this.#window = window;
    this.#forgetBefore = forgetBefore;
    this.#keys = new SlidingArray(first + 1);
    this.#times = new SlidingArray(first + 1);
  }

  /** The newest revision. */
  get current(): number {
    return this.#keys.end - 1;
  }

  /** The oldest readable revision. */
  get oldest(): number {
    return this.#keys.start - 1;
  }

  /** Adds a write of a key, or of no object, which becomes the current revision. */
  record(key: ObjectKey | undefined, time: number): void {
    this.#keys.push(key);
    this.#times.push(time);
  }

  /** Drops the states that are older than the window at this time. */
  expire(now: number): void {
    for (let time; (time = this.#times.at(this.#times.start)) !== undefined;) {
      if (now - time < this.#window) break;
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
    this.#keys.dropBefore(revision + 1);
    this.#times.dropBefore(revision + 1);
    if (key) this.#forgetBefore(key, revision);
  }
}
