/**
 * Random numbers that a seed reproduces.
 *
 * @module
 */

/** A sequence of random numbers. */
export class Random {
  #state: number;

  /** Creates the sequence of a seed. */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Returns a number from 0 to 1, without 1 (mulberry32). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 to `count`, without `count`. */
  below(count: number): number {
    return Math.floor(this.fraction() * count);
  }

  /** Returns one of the values. */
  of<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!;
  }

  /** Returns a sequence of its own, which does not depend on how this one is used later. */
  split(): Random {
    return new Random(this.below(2 ** 32));
  }
}

/** Returns a seed that no other run is likely to have. */
export const anySeed = (): number => 1 + Math.floor(Math.random() * (2 ** 31 - 1));
