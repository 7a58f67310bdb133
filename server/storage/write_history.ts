/**
 * The history of writes: which revisions can be read, and what is dropped when they expire.
 *
 * @module
 */
import { SlidingArray } from "./sliding_array.ts";
import type { ObjectKey } from "./storage.ts";

/** The revision of an empty store. */
export const FIRST_REVISION = 1;

/** A write in the history. */
interface PastWrite {
  /** The time of the write, in milliseconds of the clock. */
  readonly time: number;
  /** The key that was written, and what keeps its versions; undefined for a write of no object. */
  readonly key: ObjectKey | undefined;
  readonly keeper: VersionKeeper | undefined;
}

/** What keeps the versions of keys. */
interface VersionKeeper {
  /** Drops versions of a key that are only visible at revisions before this one. */
  forgetBefore(key: ObjectKey, revision: number): void;
}

/**
 * The writes of all resources in order; a revision is the index of its write. The state at a
 * revision is readable while it is the current one, and while the write that superseded it is
 * younger than the window.
 */
export class WriteHistory {
  readonly #window: number;
  readonly #writes: SlidingArray<PastWrite>;

  /** Creates a history that reaches back `window` milliseconds, but not before its first revision. */
  constructor(window: number, first: number = FIRST_REVISION) {
    this.#window = window;
    this.#writes = new SlidingArray<PastWrite>(first + 1);
  }

  /** The newest revision. */
  get current(): number {
    return this.#writes.end - 1;
  }

  /** The oldest readable revision. */
  get oldest(): number {
    return this.#writes.start - 1;
  }

  /** Adds a write, which becomes the current revision. */
  record(write: PastWrite): void {
    this.#writes.push(write);
  }

  /** Drops the states that are older than the window at this time. */
  expire(now: number): void {
    for (let write; (write = this.#writes.at(this.#writes.start)) !== undefined;) {
      if (now - write.time < this.#window) break;
      this.#forget(write);
    }
  }

  /** Drops the states before a revision, but never the current one. */
  compact(revision: number): void {
    for (let write; (write = this.#writes.at(this.#writes.start)) !== undefined;) {
      if (this.#writes.start > revision) break;
      this.#forget(write);
    }
  }

  #forget(write: PastWrite): void {
    const revision = this.#writes.start;
    this.#writes.dropBefore(revision + 1);
    if (write.key) write.keeper?.forgetBefore(write.key, revision);
  }
}
