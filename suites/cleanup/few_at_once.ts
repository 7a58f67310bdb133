/**
 * Calls a function for many items, for a few of them at a time: a run that made thousands of objects
 * must not ask for all of them at once.
 *
 * @module
 */

/**
 * Returns the results in the order of the items.
 *
 * @param most the calls that are under way at a time
 * @example
 * ```ts
 * import { mapFewAtOnce } from "./few_at_once.ts";
 *
 * const doubled = await mapFewAtOnce([1, 2, 3], (number) => Promise.resolve(2 * number), 2); // [2, 4, 6]
 * ```
 */
export async function mapFewAtOnce<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  most: number,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  let next = 0;
  const work = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await act(items[at]!);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  return results;
}
