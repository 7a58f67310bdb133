/**
 * What the cases that pass show: it is no sign of a failure.
 *
 * @module
 */
import type { Seen } from "./behaviour.ts";
import { traitsOf } from "./traits.ts";

/** The cases of each check whose traits are kept. */
const CASES = 8;

/** Counts the checks with a passing case that shows a trait. */
export class PassingTraits {
  readonly #counts = new Map<string, number>();
  readonly #cases = new Map<string, number>();
  /** The traits of each check so far. */
  readonly #ofCheck = new Map<string, Set<string>>();

  /** Returns the number of checks with a passing case that shows a trait. */
  count(text: string): number {
    return this.#counts.get(text) ?? 0;
  }

  /** Counts what the exchanges of a passing case show. */
  add(check: string, seen: readonly Seen[]): void {
    const count = this.#cases.get(check) ?? 0;
    if (count >= CASES) return;
    this.#cases.set(check, count + 1);
    const known = this.#ofCheck.get(check) ?? new Set();
    this.#ofCheck.set(check, known);
    for (const { texts } of traitsOf(seen)) {
      for (const text of texts) {
        if (known.has(text)) continue;
        known.add(text);
        this.#counts.set(text, this.count(text) + 1);
      }
    }
  }
}
