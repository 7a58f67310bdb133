/**
 * Limits, most of them where page boundaries are: at the size of the collection and beside it.
 *
 * @module
 */
import fc from "fast-check";

/** A limit as it is drawn. */
export type GeneratedLimit =
  | { readonly items: number }
  /** So many more or fewer than there are items. */
  | { readonly besideSize: number };

/** A limit of 1 or more once it is resolved. */
export function limit(): fc.Arbitrary<GeneratedLimit> {
  return fc.oneof(
    fc.record({ items: fc.constantFrom(1, 2, 3) }),
    fc.record({ besideSize: fc.constantFrom(0, -1, 1) }),
  );
}

/** The limit for a collection of this size. */
export function resolveLimit(drawn: GeneratedLimit, size: number): number {
  return Math.max(1, "items" in drawn ? drawn.items : size + drawn.besideSize);
}
