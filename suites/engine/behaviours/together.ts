/**
 * Puts together requirements that one behaviour violates: the smallest cases of one violate the other.
 *
 * @module
 */
import type { FoundViolation } from "../decision.ts";
import type { FailedCase } from "./repeat.ts";
import { placesOfViolation } from "./violated_at.ts";

/** Requests of a case that is small enough to have one cause. */
const SMALL = 25;

/** The part of the small cases that violate a requirement from which on it says nothing of others. */
const COMMON = 0.5;

/** The part of the small cases, and their number, up to which they say much of others. */
const RARE = 0.1;
const FEW = 3;

/**
 * Returns pairs of requirements that one behaviour violates, as far as can be seen. Each small case of
 * one violates the other, too, and the other way round; or each of one violates before it another one
 * that holds of every exchange, and that few of the other cases violate; or the request that violates
 * one violates in each of its cases another one, too, that few other cases do.
 *
 * @param all the failed cases, those that are explained among them: what most of them violate says little
 */
export function violatedTogether(
  tried: readonly FailedCase[],
  all: readonly FailedCase[] = tried,
): [string, string][] {
  const isSmall = ({ seen }: FailedCase) => seen.length <= SMALL;
  const small = tried.filter(isSmall);
  const known = all.filter(isSmall);
  const pairs: [string, string][] = [];
  const cases = Map.groupBy(small, ({ requirement }) => requirement);
  const always = new Map(
    [...cases].map(([requirement, each]) => [requirement, commonTo(each, () => true)]),
  );
  for (const [one, others] of always) {
    for (const other of others) {
      if (one < other && always.get(other)?.has(one)) pairs.push([one, other]);
    }
  }
  const countOf = (id: string) =>
    known.filter(({ violated }) => violated.some(({ violation }) => violation.requirement === id))
      .length;
  const isCommon = (id: string) => countOf(id) > COMMON * known.length;
  const isRare = (id: string) => countOf(id) <= Math.max(FEW, RARE * known.length);
  for (const [own, others] of always) {
    const isAtSame = (id: string) => cases.get(own)!.every((one) => isAtSameRequest(one, id));
    pairs.push(
      ...[...others].filter((id) => id !== own && isRare(id) && isAtSame(id))
        .map((id): [string, string] => [own, id]),
    );
  }
  for (const [own, each] of cases) {
    const isObserved = each.some(({ violated }) =>
      violated.some((one) => one.violation.requirement === own && one.isObserved)
    );
    if (isObserved) continue;
    // The rarest says most.
    const [cause] = [...commonTo(each, (one, before) => one.isObserved === true && before)]
      .filter((id) => id !== own && !isCommon(id)).sort((a, b) => countOf(a) - countOf(b));
    if (cause !== undefined) pairs.push([own, cause]);
  }
  return pairs;
}

/** Returns the requirements that all these cases of one requirement violate. */
function commonTo(
  cases: readonly FailedCase[],
  counts: (one: FoundViolation, isBefore: boolean) => boolean,
): ReadonlySet<string> {
  const [first = new Set<string>(), ...others] = cases.map(({ requirement, violated }) => {
    const own = violated.find(({ violation }) => violation.requirement === requirement);
    return new Set(
      violated.filter((one) => counts(one, one.requests <= (own?.requests ?? Infinity)))
        .map(({ violation }) => violation.requirement),
    );
  });
  return others.reduce((common, each) => common.intersection(each), first);
}

/** Returns true if a request of a case violates its requirement and another one. */
function isAtSameRequest(one: FailedCase, requirement: string): boolean {
  const own = placesOfViolation(one).violatedAt;
  return !placesOfViolation({ ...one, requirement }).violatedAt.isDisjointFrom(own);
}
