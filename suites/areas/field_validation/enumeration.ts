/**
 * Enumerations of cases: lists in an order that a seed determines, cut into parts.
 *
 * @module
 */
import fc from "fast-check";

/** Returns the items in an order that the seed determines. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const length = items.length;
  const order = fc.shuffledSubarray([...items], { minLength: length, maxLength: length });
  return fc.sample(order, { seed, numRuns: 1 })[0] ?? [];
}

/** Returns the items in parts of this size, the last one smaller. */
export function chunked<Item>(items: readonly Item[], size: number): Item[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, index) => index * size);
  return starts.map((start) => items.slice(start, start + size));
}
