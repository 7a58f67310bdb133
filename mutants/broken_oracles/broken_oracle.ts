/**
 * The type of a broken oracle: a model of the suites with a bug seeded by text replacement.
 *
 * @module
 */

/** A change of a model, and the checks that must fail because of it. */
export interface BrokenOracle {
  /** `model/name`, the name being a few words joined by dashes. */
  readonly id: string;
  /** Path of the changed file below `suites/`. */
  readonly file: string;
  /** A text that occurs exactly once in the file. */
  readonly find: string;
  /** The replacement of the text. */
  readonly replace: string;
  /** Checks of which one must fail against a conforming server; run in this order. */
  readonly checks: readonly [string, ...string[]];
  /** The wrong assumption of the changed model. */
  readonly assumption: string;
  /** Cases per property, if more than the default are needed. */
  readonly runs?: number;
}

/**
 * Returns the source with the change applied.
 *
 * @throws {RangeError} if the text to replace does not occur exactly once
 */
export function breakSource(source: string, { id, file, find, replace }: BrokenOracle): string {
  const times = source.split(find).length - 1;
  if (times === 1) return source.replace(find, () => replace);
  throw new RangeError(`Cannot apply ${id} as suites/${file} contains ${times} times: ${find}`);
}
