/**
 * A short pause that many watches share.
 *
 * @module
 */

/** The length of a pause in milliseconds. */
export const PAUSE = 1;

/** A pause of one watch. */
export interface Pause {
  /** Resolves when the pause is over. */
  readonly over: Promise<void>;
  /** Ends the pause early; safe to call when it is over. */
  end(): void;
}

/**
 * Pauses of at most a millisecond, with one timer for all who pause at the same time.
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

  /** Begins a pause, which ends with the one under way, if any. */
  begin(): Pause {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    this.#timer ??= setTimeout(() => this.#finish(), PAUSE);
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
