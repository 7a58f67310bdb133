/**
 * Removes the objects that an interrupted run left on a target.
 *
 * @module
 */
import { releaseObject } from "./removal.ts";
import type { Target } from "../client/target.ts";
import { type Item, takeInventory } from "./inventory.ts";
import { removeNamespace } from "./namespace_removal.ts";

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
  const items = (await itemsOfRuns(target)).filter((item) => item.run === run);
  const removed: Item[] = [];
  const left: string[] = [];
  // Namespaces are last in an inventory, and then empty.
  for (const item of items) {
    if (await isRemoved(target, item)) removed.push(item);
    else left.push(item.path);
  }
  return { removed: countsOf(removed), left };
}

async function itemsOfRuns(target: Target): Promise<Item[]> {
  const holdings = await takeInventory(target);
  return holdings.flatMap(({ items }) => items.filter(({ run }) => run !== undefined));
}

async function isRemoved(target: Target, item: Item): Promise<boolean> {
  const { client } = target;
  if (item.resource === "namespaces") return await removeNamespace(client, item.name);
  if (item.finalizers) await releaseObject(client, item.path);
  // Another client may have created an object with this name meanwhile.
  // By default a deletion of some types waits until a garbage collector has orphaned dependents.
  const body = { preconditions: { uid: item.uid }, propagationPolicy: "Background" };
  const { status } = await client.send({ method: "DELETE", path: item.path, body });
  return status === 200 || status === 202 || status === 404;
}

function countsOf(items: readonly Item[]): Record<string, number> {
  const groups = Map.groupBy(items, ({ resource }) => resource);
  return Object.fromEntries([...groups].map(([resource, { length }]) => [resource, length]));
}
