/**
 * What failures show alike. One may show several things: what most failures of its requirement show, too,
 * is why it is violated, the others are met by the way.
 *
 * @module
 */
import { keyOf } from "./cause_of.ts";
import type { AlikeFailures } from "./events.ts";

/** A failure, as a check and the requirement that it found violated. */
type Key = AlikeFailures["failures"][number];

/** The failures of a requirement from which on what they show alike is why they violate it. */
const SEVERAL = 2;

/** Knows what each failure shows. */
export class ShownAlike {
  /** By failure, what it shows, with the number of failures of its requirement that do. */
  readonly #shown = new Map<string, { readonly title: string; readonly count: number }[]>();

  constructor(alike: readonly AlikeFailures[]) {
    for (const { title, failures, isRequest } of alike) {
      // What is asked for is nothing wrong.
      if (isRequest) continue;
      for (const [requirement, same] of Map.groupBy(failures, (one) => one.requirement)) {
        for (const { check } of same) {
          const key = keyOf({ check, requirement });
          const shown = this.#shown.get(key) ?? [];
          this.#shown.set(key, [...shown, { title, count: same.length }]);
        }
      }
    }
  }

  /** Returns true if no other thing that a failure shows is shown by more of its requirement. */
  isMain(failure: Key, title: string): boolean {
    const shown = this.#shown.get(keyOf(failure)) ?? [];
    const own = Math.max(
      0,
      ...shown.filter((one) => one.title === title).map(({ count }) => count),
    );
    return shown.every(({ count }) => count <= own);
  }

  /** Returns true if a failure shows something else, as others of its requirement do. */
  isOfOther(failure: Key, title: string): boolean {
    const shown = this.#shown.get(keyOf(failure)) ?? [];
    return shown.some((one) => !one.title.startsWith(title) && one.count >= SEVERAL);
  }
}
