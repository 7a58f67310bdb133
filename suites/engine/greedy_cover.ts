/**
 * Chooses few of many sets that together have as much as possible.
 *
 * @module
 */

/** What to choose from. */
export interface Cover {
  /** The elements of each set, as numbers from 0 on. */
  readonly of: readonly (readonly number[])[];
  /** What each element weighs in the first chosen set that has it. */
  readonly weights: readonly number[] | Float64Array;
  /** The number of sets to choose. */
  readonly most: number;
  /** The number of sets at the beginning that are chosen before all others. @default {0} */
  readonly first?: number;
}

/**
 * Returns the places of the chosen sets: each next one adds the most to those before it, and of several
 * such sets, the first does.
 *
 * @example
 * ```ts
 * import { coverGreedily } from "./greedy_cover.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const chosen = coverGreedily({ of: [[0], [0, 1], [2]], weights: [1, 1, 1], most: 2 });
 * assertEquals([...chosen], [1, 2]);
 * ```
 */
export function coverGreedily({ of, weights, most, first = 0 }: Cover): ReadonlySet<number> {
  const open = Float64Array.from(weights);
  const gainOf = (index: number) => of[index]!.reduce((gain, each) => gain + open[each]!, 0);
  const chosen = new Set<number>();
  const choose = (index: number) => {
    chosen.add(index);
    for (const each of of[index]!) open[each] = 0;
  };
  for (let index = 0; index < Math.min(first, most, of.length); index++) choose(index);
  // A gain only falls, so that the former ones are bounds.
  let rest = [...of.keys()].filter((index) => !chosen.has(index))
    .map((index) => ({ index, gain: Infinity }));
  while (rest.length > 0 && chosen.size < most) {
    rest.sort((a, b) => b.gain - a.gain || a.index - b.index);
    let best = { index: Infinity, gain: -1 };
    for (const each of rest) {
      if (each.gain < best.gain) break;
      each.gain = gainOf(each.index);
      const isBetter = each.gain > best.gain || each.gain === best.gain && each.index < best.index;
      if (isBetter) best = each;
    }
    choose(best.index);
    rest = rest.filter((each) => each !== best);
  }
  return chosen;
}
