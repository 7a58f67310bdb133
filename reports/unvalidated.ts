/**
 * Servers that accept writes of many kinds which must be rejected: that each rule is missing has one cause.
 *
 * @module
 */
import type { Failure } from "./events.ts";
import { isAcceptance } from "./failure_titles.ts";

/** What violates a requirement. */
interface Failed {
  readonly requirement: string;
  readonly failure: Failure;
}

/** The requirements that writes of one kind violate, from which on their validation as a whole is missing. */
const SEVERAL = 3;

/** The kinds of writes for which it is, from which on it is for all. */
const KINDS = 4;

/**
 * Returns groups of failures, those as one that accept what must be rejected, if the target validates next
 * to nothing: if there are many groups of many requirements. On other targets a group is a rule.
 */
export function withoutValidation<One extends Failed>(
  groups: readonly (readonly One[])[],
): (readonly One[])[] {
  const accepting = groups.filter((each) => isAcceptance(each.map(({ failure }) => failure)));
  const requirementsOf = (each: readonly One[]) =>
    new Set(each.map(({ requirement }) => requirement)).size;
  const whole = accepting.filter((each) => requirementsOf(each) >= SEVERAL);
  if (whole.length < KINDS) return [...groups];
  return [...groups.filter((each) => !accepting.includes(each)), accepting.flat()];
}
