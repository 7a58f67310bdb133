/**
 * The order of a list after a strategic merge patch: what the patch orders comes in its order, what
 * only the server has keeps its own, and the two are woven together by where things were.
 *
 * @module
 */
import type { Json } from "../object.ts";

/** What tells an item of a list from the others. */
export type KeyOf = (item: Json) => Json | undefined;

/** The place of each key's first item. */
export function placesOf(items: readonly Json[], keyOf: KeyOf): Map<Json | undefined, number> {
  const places = new Map<Json | undefined, number>();
  items.forEach((item, at) => {
    const key = keyOf(item);
    if (!places.has(key)) places.set(key, at);
  });
  return places;
}

/**
 * Puts merged items in order.
 *
 * @param merged the items, each with one of the keys
 * @param wanted items with the keys that the patch orders
 * @param live the items as they were before
 */
export function inOrder(
  merged: readonly Json[],
  wanted: readonly Json[],
  live: readonly Json[],
  keyOf: KeyOf,
): Json[] {
  const wantedPlaces = placesOf(wanted, keyOf);
  const livePlaces = placesOf(live, keyOf);
  const isWanted = (item: Json) => wantedPlaces.has(keyOf(item));
  const ordered = sortedBy(merged.filter(isWanted), wantedPlaces, keyOf);
  const others = sortedBy(merged.filter((item) => !isWanted(item)), livePlaces, keyOf);
  const result: Json[] = [];
  let next = 0;
  for (const item of ordered) {
    const place = livePlaces.get(keyOf(item));
    while (next < others.length && place !== undefined) {
      const other = livePlaces.get(keyOf(others[next]!));
      if (other === undefined || other >= place) break;
      result.push(others[next++]!);
    }
    result.push(item);
  }
  return [...result, ...others.slice(next)];
}

function sortedBy(
  items: readonly Json[],
  places: ReadonlyMap<Json | undefined, number>,
  keyOf: KeyOf,
): Json[] {
  return items.toSorted((a, b) => (places.get(keyOf(a)) ?? 0) - (places.get(keyOf(b)) ?? 0));
}
