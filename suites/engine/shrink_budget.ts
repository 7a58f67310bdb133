/**
 * Divides the time for shrinking among the failures of a run: the first ones are shrunk well, and a
 * target that fails most checks does not keep the run from ending.
 *
 * @module
 */

/** The milliseconds for shrinking in a whole run. */
const TOTAL = 60_000;

/** The milliseconds that a failure gets when the total is used up. */
const LEAST = 500;

/** The time for shrinking that is left in a run. */
export class ShrinkBudget {
  #left: number;

  /** Starts with all the time. */
  constructor(total: number = TOTAL) {
    this.#left = total;
  }

  /** Returns the time for the next failure: at most `wanted`, and a fifth of what is left. */
  take(wanted: number): number {
    return Math.min(wanted, Math.max(LEAST, this.#left / 5));
  }

  /** Records the time that a failure took. */
  spend(time: number): void {
    this.#left = Math.max(0, this.#left - time);
  }

  /** Returns true if a failure is to be repeated once only. */
  get isLow(): boolean {
    return this.#left < TOTAL / 20;
  }
}
