/**
 * Removes what a run has left, by its label, until lists no longer show any of it: a deletion that is
 * answered with 404 by a read that lags has removed nothing.
 *
 * @module
 */
import { TargetUnreachable } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import { mapFewAtOnce } from "./few_at_once.ts";
import { type Item, takeInventory } from "./inventory.ts";
import { NamespacePatience, removeNamespace } from "./namespace_removal.ts";
import { releaseObject } from "./removal.ts";

/** The milliseconds that lists have to become empty, and those between two looks. */
const PATIENCE = { most: 15_000, interval: 300 } as const;

/** The objects that are removed at the same time. */
const AT_ONCE = 8;

/** The result of a sweep. */
export interface Swept {
  /** The objects that were there at its beginning. */
  readonly found: readonly Item[];
  /** The paths of those that could not be removed. */
  readonly left: readonly string[];
  /** Why, in a few words; absent if none is left. */
  readonly reason?: string;
}

/**
 * Removes the objects of a run and no others: those with its label or one of its names, and those in
 * its namespaces. One request removes one object.
 *
 * @throws {TargetUnreachable} if no list is answered
 */
export async function sweep(
  target: Target,
  run: string,
  { most, interval }: { readonly most: number; readonly interval: number } = PATIENCE,
): Promise<Swept> {
  // A list that lags does not show yet what was created last.
  const { reads = 0 } = target.waits;
  if (reads > 0) await pause(reads);
  const found = await itemsOf(target, run);
  const until = performance.now() + most + reads;
  const patience = new NamespacePatience();
  let items = found;
  while (items.length > 0) {
    // Namespaces are last, and then empty.
    const isNamespace = ({ resource }: Item) => resource === "namespaces";
    const remove = (item: Item) => refusalOf(target, item, patience);
    const refusals = [
      ...await mapFewAtOnce(items.filter((item) => !isNamespace(item)), remove, AT_ONCE),
      ...await mapFewAtOnce(items.filter(isNamespace), remove, AT_ONCE),
    ].filter((refusal) => refusal !== undefined);
    const before = items.length;
    items = await itemsOf(target, run);
    const isOver = performance.now() >= until ||
      (refusals.length === before && items.length === before);
    if (items.length > 0 && isOver) {
      return {
        found,
        left: items.map(({ path }) => path),
        reason: mostFrequent(refusals) ??
          "the deletion is answered with success, and lists show it",
      };
    }
    if (items.length > 0) await pause(interval);
  }
  return { found, left: [] };
}

/** Returns the objects of a run that lists show. */
async function itemsOf(target: Target, run: string): Promise<readonly Item[]> {
  const holdings = await takeInventory(target);
  return holdings.flatMap(({ items }) => items.filter((item) => item.run === run));
}

/** Removes an object; returns the response in a few words if the target refuses. */
async function refusalOf(
  target: Target,
  item: Item,
  patience: NamespacePatience,
): Promise<string | undefined> {
  const { client } = target;
  try {
    if (item.resource === "namespaces") {
      const isGone = await removeNamespace(client, item.name, patience);
      return isGone ? undefined : "a namespace does not end";
    }
    if (item.finalizers) await releaseObject(client, item.path);
    // Another client may have created an object with this name meanwhile.
    // By default a deletion of some types waits until a garbage collector has orphaned dependents.
    const body = { preconditions: { uid: item.uid }, propagationPolicy: "Background" };
    const { status, json } = await client.send({ method: "DELETE", path: item.path, body });
    if (status >= 200 && status < 300 || status === 404) return undefined;
    const { reason } = (typeof json === "object" && json !== null ? json : {}) as {
      readonly reason?: unknown;
    };
    return `DELETE is answered with ${status}${typeof reason === "string" ? ` ${reason}` : ""}`;
  } catch (error) {
    if (error instanceof TargetUnreachable) return error.message;
    throw error;
  }
}

function mostFrequent(words: readonly string[]): string | undefined {
  const counts = Map.groupBy(words, (word) => word);
  return [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
