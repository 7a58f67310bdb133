/**
 * The sources of time, randomness and identifiers. They are passed in, so that a test can replace
 * them.
 *
 * @module
 */

/** A clock with timers, in milliseconds. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after a delay in milliseconds; the returned function cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** Time and randomness of a server. */
export interface Sources {
  /** The clock. */
  readonly clock: Clock;
  /** Returns a new unique identifier for an object. */
  uid(): string;
  /** Returns random characters that are valid in a name. */
  suffix(length: number): string;
  /** Returns random bytes for a secret key. */
  bytes(length: number): Uint8Array;
}

/** Consonants and digits only, so that a generated name never spells a word. */
const SUFFIX_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

/** The maximum delay of the system's timers, in milliseconds: longer ones fire at once. */
const LONGEST_WAIT = 2 ** 31 - 1;

/**
 * A clock that follows the system clock and can be advanced by a call.
 *
 * @example
 * ```ts
 * import { AdjustableClock } from "@plumbline/plumbline/server";
 *
 * const clock = new AdjustableClock();
 * clock.advance(5 * 60_000);
 * ```
 */
export class AdjustableClock implements Clock {
  #offset = 0;
  readonly #timers = new Set<{ due: number; fire: () => void }>();

  /** Returns milliseconds since 1970, with every advance added. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Calls back after a delay in milliseconds, of real time or by an advance. */
  after(milliseconds: number, callback: () => void): () => void {
    const timer = { due: this.now() + milliseconds, fire: () => {} };
    let handle: ReturnType<typeof setTimeout>;
    const wait = () => {
      handle = setTimeout(
        () => timer.due <= this.now() ? timer.fire() : wait(),
        Math.min(Math.max(timer.due - this.now(), 0), LONGEST_WAIT),
      );
    };
    wait();
    const cancel = () => {
      clearTimeout(handle);
      this.#timers.delete(timer);
    };
    timer.fire = () => {
      cancel();
      callback();
    };
    this.#timers.add(timer);
    return cancel;
  }

  /** Advances the clock by milliseconds, and fires the timers that expire, in order. */
  advance(milliseconds: number): void {
    this.#offset += milliseconds;
    const due = [...this.#timers].filter((timer) => timer.due <= this.now());
    due.sort((a, b) => a.due - b.due).forEach((timer) => timer.fire());
  }
}

/** The default sources: the system's clock and randomness. */
export function systemSources(clock: Clock = new AdjustableClock()): Sources {
  const bytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  return {
    clock,
    uid: () => crypto.randomUUID(),
    suffix: (length) =>
      Array.from(bytes(length), (byte) => SUFFIX_ALPHABET[byte % SUFFIX_ALPHABET.length]).join(""),
    bytes,
  };
}
