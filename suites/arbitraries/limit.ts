/**
 * Arbitraries of limits, most of them at or near the size of the collection.
 *
 * @module
 */
import fc from "fast-check";

/** A `limit` as it is generated. */
export type GeneratedLimit =
  | { readonly items: number }
  /** The difference from the number of items. */
  | { readonly besideSize: number };

/** Returns an arbitrary of limits, 1 or more once resolved. */
export function limit(): fc.Arbitrary<GeneratedLimit> {
  return fc.oneof(
    { weight: 7, arbitrary: fc.record({ items: fc.constantFrom(1, 2, 3) }) },
    { weight: 7, arbitrary: fc.record({ besideSize: fc.constantFrom(0, -1, 1) }) },
    // Numbers that need more than 31 or 32 bits.
    { weight: 1, arbitrary: fc.record({ items: fc.constantFrom(2 ** 31, 2 ** 32, 2 ** 53 - 1) }) },
  );
}

/** Returns the limit for a collection of this size. */
export function resolveLimit(generated: GeneratedLimit, size: number): number {
  return Math.max(1, "items" in generated ? generated.items : size + generated.besideSize);
}
