/**
 * Arbitraries of several values for one case, so that what is prepared for it serves all of them.
 *
 * @module
 */
import fc from "fast-check";

/** One in so many values is missing, as generated values shrink to what is generated, too. */
const RARELY_MISSING = 50;

/**
 * Returns an arbitrary of so many values of another one, now and then of fewer. It shrinks to a single
 * one, whichever that is.
 */
export function several<Value>(
  arbitrary: fc.Arbitrary<Value>,
  count: number,
): fc.Arbitrary<readonly Value[]> {
  return oneOfEach(Array.from({ length: count }, () => arbitrary));
}

/**
 * Returns an arbitrary of a value of each of several ones, now and then of fewer. It shrinks to a single
 * one, whichever that is.
 */
export function oneOfEach<Value>(
  arbitraries: readonly fc.Arbitrary<Value>[],
): fc.Arbitrary<readonly Value[]> {
  const each = arbitraries.map((arbitrary) =>
    fc.option(arbitrary.map((value) => ({ value })), { freq: RARELY_MISSING })
  );
  return fc.tuple(...each)
    .map((all) => all.flatMap((one) => one === null ? [] : [one.value]))
    .filter((values) => values.length > 0);
}
