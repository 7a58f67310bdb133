/**
 * Puts items together that most of each other have something in common with.
 *
 * @module
 */

/** The part of the pairs between two groups that have something in common, from which on they are one. */
const COMMON = 0.25;

/**
 * Returns groups of items, given sets of items that have something in common. Two groups become one if
 * enough pairs between them are in one set: of a chain, where each item is like the next one only, the
 * ends stay apart, which differ in everything. The pairs that agree most are put together first.
 *
 * @example Two sets with one item in common are no single group
 * ```ts
 * import { clustersOf } from "./clusters.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const sets = [["a", "b", "c", "d", "e"], ["e", "f", "g", "h", "i"]];
 * const groups = clustersOf([..."abcdefghi"], sets);
 * assertEquals(groups, [["a", "b", "c", "d", "e"], ["f", "g", "h", "i"]]);
 * ```
 */
export function clustersOf<Item>(
  items: readonly Item[],
  alike: readonly (readonly Item[])[],
): Item[][] {
  const index = new Map(items.map((item, at) => [item, at]));
  const groups = new Map(items.map((item, at) => [at, [item]]));
  // The pairs between two groups that have something in common, both ways.
  const pairs = new Map(items.map((_, at) => [at, new Map<number, number>()]));
  for (const set of alike) {
    const members = set.flatMap((item) => index.get(item) ?? []);
    for (const one of members) {
      for (const other of members) if (one !== other) pairs.get(one)!.set(other, 1);
    }
  }
  for (let best = closest(groups, pairs); best !== undefined; best = closest(groups, pairs)) {
    merge(best, groups, pairs);
  }
  return [...groups.values()];
}

/** The partners from which on an item without pairs among them is a hub. */
const SEVERAL = 4;

/**
 * Returns pairs without those of a hub: an item that is in pairs with several others, few of which are in
 * pairs with one another. They have it in common, and nothing else.
 *
 * @example What follows from each of several mistakes joins none of them
 * ```ts
 * import { withoutHubs } from "./clusters.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const star = ["a", "b", "c", "d"].map((one) => [one, "hub"] as const);
 * assertEquals(withoutHubs([...star, ["a", "b"]]), [["a", "b"]]);
 * ```
 */
export function withoutHubs(
  pairs: readonly (readonly [string, string])[],
): (readonly [string, string])[] {
  const partners = new Map<string, Set<string>>();
  for (const [one, other] of pairs) {
    partners.set(one, (partners.get(one) ?? new Set()).add(other));
    partners.set(other, (partners.get(other) ?? new Set()).add(one));
  }
  const isHub = (item: string) => {
    const own = partners.get(item)!;
    const among = [...own].reduce((sum, one) => sum + partners.get(one)!.intersection(own).size, 0);
    return own.size >= SEVERAL && among < COMMON * own.size * (own.size - 1);
  };
  return pairs.filter((pair) => !pair.some(isHub));
}

type Pairs = ReadonlyMap<number, Map<number, number>>;

/** Returns the two groups with the largest part of pairs in common, if it is large enough. */
function closest<Item>(
  groups: ReadonlyMap<number, readonly Item[]>,
  pairs: Pairs,
): readonly [number, number] | undefined {
  let best: readonly [number, number] | undefined;
  let most = COMMON;
  for (const [one, others] of pairs) {
    const size = groups.get(one)!.length;
    for (const [other, count] of others) {
      if (other < one) continue;
      const part = count / (size * groups.get(other)!.length);
      if (part < most || (part === most && best !== undefined)) continue;
      [best, most] = [[one, other], part];
    }
  }
  return best;
}

/** Adds the second group to the first. */
function merge<Item>(
  [one, other]: readonly [number, number],
  groups: Map<number, Item[]>,
  pairs: Map<number, Map<number, number>>,
): void {
  groups.get(one)!.push(...groups.get(other)!);
  groups.delete(other);
  const own = pairs.get(one)!;
  for (const [third, count] of pairs.get(other)!) {
    const others = pairs.get(third)!;
    others.delete(other);
    if (third === one) continue;
    const sum = (own.get(third) ?? 0) + count;
    own.set(third, sum);
    others.set(one, sum);
  }
  own.delete(other);
  pairs.delete(other);
}
