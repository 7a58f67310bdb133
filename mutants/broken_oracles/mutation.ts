/**
 * A mutation: a way to break an oracle on purpose.
 *
 * @module
 */

/** What is broken, and who must notice. */
export interface Mutation {
  /** The oracle and what becomes of it, in a few words with dashes. */
  readonly id: string;
  /** The file below `suites/`. */
  readonly file: string;
  /** A text that the file has exactly once. */
  readonly find: string;
  /** What stands there instead. */
  readonly replace: string;
  /** The checks of which one must fail against a server that is right; tried in this order. */
  readonly checks: readonly [string, ...string[]];
  /** What the mutated oracle wrongly takes for right. */
  readonly why: string;
  /** Cases a property, where more than the usual few are needed. */
  readonly runs?: number;
}

/**
 * The source with the mutation in it.
 *
 * @throws {RangeError} when the text to find is not there, or more than once
 */
export function mutated(source: string, { id, file, find, replace }: Mutation): string {
  const times = source.split(find).length - 1;
  if (times === 1) return source.replace(find, () => replace);
  throw new RangeError(`Cannot make ${id} as suites/${file} has this ${times} times: ${find}`);
}
