/**
 * Removes the objects that an interrupted run left on a target.
 *
 * @module
 */
import type { Target } from "../client/target.ts";
import { type Item, takeInventory } from "./inventory.ts";
import { sweep } from "./sweep.ts";

/** The leftovers of a run. */
export interface Leftovers {
  /** The run's id. */
  readonly run: string;
  /** The number of objects of each type. */
  readonly counts: Readonly<Record<string, number>>;
  /** The creation time of the newest one, in RFC 3339; the run may still be active. */
  readonly newest: string;
}

/** The result of removing the leftovers of a run. */
export interface Removed {
  /** The number of removed objects of each type. */
  readonly removed: Readonly<Record<string, number>>;
  /** The paths of those that could not be removed. */
  readonly left: readonly string[];
  /** Why, in a few words; absent if none is left. */
  readonly reason?: string;
}

/** The runs that left something on a target, or have not ended yet. */
export async function findLeftovers(target: Target): Promise<Leftovers[]> {
  const runs = Map.groupBy(await itemsOfRuns(target), ({ run }) => run!);
  return [...runs].map(([run, items]) => ({
    run,
    counts: countsOf(items),
    newest: items.map(({ created }) => created).sort().at(-1)!,
  }));
}

/**
 * Removes the objects of a run and no others: those with its label or one of its names, and those in
 * its namespaces. One request removes one object.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { startEmbedded } from "../embedded/embedded_target.ts";
 * import { removeLeftovers } from "./leftovers.ts";
 *
 * const target = await startEmbedded();
 * const metadata = { name: "left", labels: { "plumbline/run": "r1a2b3c4" } };
 * const path = "/api/v1/namespaces/default/secrets";
 * await target.client.send({ method: "POST", path, body: { metadata } });
 * assertEquals(await removeLeftovers(target, "r1a2b3c4"), { removed: { secrets: 1 }, left: [] });
 * await target.close();
 * ```
 */
export async function removeLeftovers(target: Target, run: string): Promise<Removed> {
  const { found, left, reason } = await sweep(target, run);
  return {
    removed: countsOf(found.filter(({ path }) => !left.includes(path))),
    left,
    ...(reason !== undefined && { reason }),
  };
}

async function itemsOfRuns(target: Target): Promise<Item[]> {
  const holdings = await takeInventory(target);
  return holdings.flatMap(({ items }) => items.filter(({ run }) => run !== undefined));
}

function countsOf(items: readonly Item[]): Record<string, number> {
  const groups = Map.groupBy(items, ({ resource }) => resource);
  return Object.fromEntries([...groups].map(([resource, { length }]) => [resource, length]));
}
