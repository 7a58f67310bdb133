/**
 * A short pause that many watches share.
 *
 * @module
 */

/** The shortest and the longest pause in milliseconds. */
const SHORTEST = 1;
const LONGEST = 20;

/**
 * The milliseconds of a pause for each watch that takes part: twice what it costs to send one chunk
 * to one reader. A shorter pause would be over before all others have been sent theirs, and leave
 * little time for the writes that cause the events.
 */
const EACH = 0.1;

/** A pause of one watch. */
export interface Pause {
  /** Resolves when the pause is over. */
  readonly over: Promise<void>;
  /** Ends the pause early; safe to call when it is over. */
  end(): void;
}

/**
 * Pauses with one timer for all who pause at the same time. The more take part, the longer they are.
 *
 * @example
 * ```ts
 * import { SharedPause } from "./shared_pause.ts";
 *
 * const pauses = new SharedPause();
 * await Promise.all([pauses.begin().over, pauses.begin().over]); // one timer
 * ```
 */
export class SharedPause {
  readonly #waiting = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #members = 0;

  /** The length of a pause in milliseconds. */
  get length(): number {
    return Math.min(LONGEST, Math.max(SHORTEST, this.#members * EACH));
  }

  /** Counts one more that takes part. */
  join(): void {
    this.#members++;
  }

  /** Counts one less that takes part. */
  leave(): void {
    this.#members--;
  }

  /** Begins a pause, which ends with the one under way, if any. */
  begin(): Pause {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    this.#timer ??= setTimeout(() => this.#finish(), this.length);
    return { over: promise, end: () => this.#end(resolve) };
  }

  #finish(): void {
    this.#timer = undefined;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }

  #end(resolve: () => void): void {
    resolve();
    // No timer outlives those who wait for it.
    if (!this.#waiting.delete(resolve) || this.#waiting.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
