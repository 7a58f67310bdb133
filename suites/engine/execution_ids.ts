/**
 * The ids of the executions of a run, with which the names of their objects begin. They follow from
 * the case, so that a case that is repeated has the same names but for the number of the repetition.
 *
 * @module
 */

/** The number of executions of cases with the same hash before another one is used: two digits. */
const MOST = 100;

/** Gives ids to executions. */
export class ExecutionIds {
  readonly #run: string;
  /** The executions so far, by the hash of their case. */
  readonly #used = new Map<string, number>();

  /** The ids of the run with this id. */
  constructor(run: string) {
    this.#run = run;
  }

  /**
   * Returns an id that no other execution of the run has. All have the same length: the size of
   * objects and tokens must not depend on it.
   *
   * @param words The case.
   */
  next(words: string): string {
    for (let block = 0;; block++) {
      const hash = hashOf(`${words} ${block}`);
      const count = this.#used.get(hash) ?? 0;
      if (count === MOST) continue;
      this.#used.set(hash, count + 1);
      return `p${this.#run}-${hash}${String(count).padStart(2, "0")}`;
    }
  }
}

/** Returns four letters or digits (FNV-1a). */
function hashOf(words: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(words)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return ((hash >>> 0) % 36 ** 4).toString(36).padStart(4, "0");
}
