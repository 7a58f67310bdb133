/**
 * Everything the server does not decide itself: time, chance and identifiers. Passed in, so that a
 * test can hold them still.
 *
 * @module
 */

/** The passing of time, in milliseconds. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after so many milliseconds; the function returned calls it off. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** Time and randomness of a server. */
export interface Sources {
  /** Where time comes from. */
  readonly clock: Clock;
  /** A new unique identifier for an object. */
  uid(): string;
  /** So many random characters that may stand in a name. */
  suffix(length: number): string;
  /** So many random bytes for a secret key. */
  bytes(length: number): Uint8Array;
}

/** Consonants and digits only, so that a generated name never spells a word. */
const SUFFIX_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

/** The longest the machine's own timers can wait, in milliseconds: they take more for nothing. */
const LONGEST_WAIT = 2 ** 31 - 1;

/**
 * A clock that follows the machine's and can be moved forward: five minutes pass in a call.
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

  /** Milliseconds since 1970, with every advance added. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Calls back when the clock has moved on so far, by itself or by an advance. */
  after(milliseconds: number, callback: () => void): () => void {
    const timer = { due: this.now() + milliseconds, fire: () => {} };
    let handle: ReturnType<typeof setTimeout>;
    const wait = () => {
      handle = setTimeout(
        () => timer.due <= this.now() ? timer.fire() : wait(),
        Math.min(timer.due - this.now(), LONGEST_WAIT),
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

  /** Moves the clock forward by so many milliseconds and fires what became due, in order. */
  advance(milliseconds: number): void {
    this.#offset += milliseconds;
    const due = [...this.#timers].filter((timer) => timer.due <= this.now());
    due.sort((a, b) => a.due - b.due).forEach((timer) => timer.fire());
  }
}

/** The sources of a real server: the machine's clock and randomness. */
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
