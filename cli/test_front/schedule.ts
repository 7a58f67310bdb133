/**
 * Decides which checks run while a test runner asks for their results one by one, and may skip some.
 *
 * @module
 */
import type { Check } from "@plumbline/suites/check";

const areaOf = ({ id }: Check): string => id.split("/")[0]!;

/**
 * The order in which the checks of tests are begun. A check that a test waits for comes first. Checks
 * ahead of it are begun meanwhile, within its area; beyond it once the tests went from one area on to
 * the next without leaving one out, as they do without a filter.
 */
export class Schedule {
  readonly #checks: readonly Check[];
  readonly #waiting = new Set<() => void>();
  /** The place of the check that was asked for last. */
  #at = -1;
  #crossed = false;
  #isOver = false;

  /** Creates a schedule of checks, in the order of their tests. */
  constructor(checks: readonly Check[]) {
    this.#checks = checks;
  }

  /** A test waits for this check. */
  demand(check: Check): void {
    const place = this.#checks.indexOf(check);
    const before = this.#checks[this.#at];
    const isNext = place === this.#at + 1;
    if (before === undefined || !isNext) this.#crossed = false;
    else if (areaOf(before) !== areaOf(check)) this.#crossed = true;
    this.#at = place;
    this.#wake();
  }

  /** No test waits any more: no further check is begun. */
  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** Takes the check to begin next out of a list; undefined if none of the list is to be begun. */
  async take(queue: Check[]): Promise<Check | undefined> {
    while (queue.length > 0 && !this.#isOver) {
      const at = this.#next(queue);
      if (at >= 0) return queue.splice(at, 1)[0];
      // The tests have gone on to checks that run after all of this list.
      if (queue.every((check) => this.#checks.indexOf(check) < this.#at)) return undefined;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    return undefined;
  }

  #next(queue: readonly Check[]): number {
    const current = this.#checks[this.#at];
    if (current === undefined) return -1;
    const asked = queue.indexOf(current);
    if (asked >= 0) return asked;
    return queue.findIndex((check) =>
      this.#checks.indexOf(check) > this.#at &&
      (this.#crossed || areaOf(check) === areaOf(current))
    );
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
