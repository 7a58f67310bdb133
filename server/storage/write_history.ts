/**
 * Which revisions can still be read.
 *
 * @module
 */
import { SlidingArray } from "./sliding_array.ts";

/** The revision of an empty store. */
const FIRST_REVISION = 1;

/** What the history knows of a write. */
interface PastWrite {
  /** When it was written, in milliseconds of the clock. */
  readonly time: number;
  /** Drops what can only be seen at revisions before this one. */
  readonly forget: (revision: number) => void;
}

/**
 * The writes of all resources in their order, each revision being the index of its write. The state
 * at a revision is readable while it is the current one, and while the write that superseded it is
 * younger than the window.
 */
export class WriteHistory {
  readonly #window: number;
  readonly #writes = new SlidingArray<PastWrite>(FIRST_REVISION + 1);

  /** Makes the history of an empty store, which reaches back `window` milliseconds. */
  constructor(window: number) {
    this.#window = window;
  }

  /** The newest revision. */
  get current(): number {
    return this.#writes.end - 1;
  }

  /** The oldest revision whose state is readable. */
  get oldest(): number {
    return this.#writes.start - 1;
  }

  /** Counts a write, which becomes the current revision. */
  record(write: PastWrite): void {
    this.#writes.push(write);
  }

  /** Drops what the window has run out on at this time. */
  expire(now: number): void {
    for (let write; (write = this.#writes.at(this.#writes.start)) !== undefined;) {
      if (now - write.time < this.#window) break;
      this.#forget(write);
    }
  }

  /** Drops the states before a revision, at most those before the current one. */
  compact(revision: number): void {
    for (let write; (write = this.#writes.at(this.#writes.start)) !== undefined;) {
      if (this.#writes.start > revision) break;
      this.#forget(write);
    }
  }

  #forget(write: PastWrite): void {
    const revision = this.#writes.start;
    this.#writes.dropBefore(revision + 1);
    write.forget(revision);
  }
}
