/**
 * Most recent reads that show a state before a write which was acknowledged to the same client before.
 *
 * @module
 */
import { documentsOf } from "./answered_versions.ts";
import type { Exchange, Failure } from "./events.ts";
import { type Json, membersOf } from "./json.ts";
import { isCollection, isWatch } from "./key_requests.ts";
import { withoutOwnSelector } from "./text.ts";

/** What is known of an object: the versions that were shown, the last one at the end, or that it is gone. */
interface Known {
  readonly collection: string;
  readonly versions: readonly string[];
  readonly isGone: boolean;
}

/** An object in a response. */
interface Shown {
  readonly path: string;
  readonly version: string;
}

/** Parameters with which a read may show an earlier state. */
const OF_STATE = ["continue", "resourceVersion"];

/** Parameters with which a list shows a part of a collection. */
const OF_PART = ["fieldSelector", "limit"];

/** Returns the reads in the exchanges of a failure that are behind. */
export function staleReads({ exchange }: Pick<Failure, "exchange">): readonly Exchange[] {
  const objects = new Map<string, Known>();
  const stale: Exchange[] = [];
  for (const one of exchange) {
    const { method, path, requestBody = "", status } = one;
    const [own = ""] = path.split("?");
    // Of the requests of several clients, the order is not known.
    if (one.client !== undefined || `${path} ${requestBody}`.includes("dryRun")) continue;
    if (method === "DELETE" && status < 300) {
      // What has finalizers stays for a while, and what is selected is not known.
      const isObject = !isCollection(path) && documentsOf(one.responseBody)[0]?.kind === "Status";
      for (const [key, known] of objects) {
        if (key === own && isObject) objects.set(key, { ...known, isGone: true });
        else if (key === own || key.startsWith(`${own}/`)) objects.delete(key);
      }
    } else if (method !== "GET") {
      for (const { path: key, version } of status < 300 ? shownBy(one) : []) {
        const { versions = [], isGone = false } = objects.get(key) ?? {};
        const before = isGone ? [] : versions.filter((each) => each !== version);
        const collection = key.slice(0, key.lastIndexOf("/"));
        objects.set(key, { collection, versions: [...before, version], isGone: false });
      }
    } else if (!isWatch(one) && isBehind(one, objects)) {
      stale.push(one);
    }
  }
  return stale;
}

/** Returns true for a most recent read of a state before the last one that is known. */
function isBehind(one: Exchange, objects: ReadonlyMap<string, Known>): boolean {
  const { path, status } = one;
  const [own = "", search = ""] = path.split("?");
  const query = new URLSearchParams(search);
  if (OF_STATE.some((name) => query.has(name))) return false;
  if (!isCollection(path)) {
    const known = objects.get(own);
    if (known === undefined) return false;
    if (status === 404) return !known.isGone;
    return shownBy(one).some(({ version }) => isOld(version, known));
  }
  const [list] = documentsOf(one.responseBody);
  if (status !== 200) return false;
  const version = Number(membersOf(list?.metadata as Json)?.resourceVersion);
  // Whatever it selects, and in which form.
  if (version < newestOf(own, objects)) return true;
  if (!Array.isArray(list?.items)) return false;
  const shown = shownBy(one);
  if (shown.some((each) => isOld(each.version, objects.get(each.path)))) return true;
  const isWhole = OF_PART.every((name) => !query.has(name)) &&
    withoutOwnSelector(query.get("labelSelector") ?? "") === "";
  const paths = new Set(shown.map((each) => each.path));
  return isWhole &&
    [...objects].some(([key, { collection, isGone }]) =>
      collection === own && !isGone && !paths.has(key)
    );
}

/** Returns the newest known version of the objects of a type, as a number; NaN is none. */
function newestOf(collection: string, objects: ReadonlyMap<string, Known>): number {
  const type = collection.slice(collection.lastIndexOf("/"));
  return Math.max(
    ...[...objects.values()].filter((each) => each.collection.endsWith(type))
      .map(({ versions }) => Number(versions.at(-1))),
  );
}

/** Returns true for a version that another one replaced, or of an object that is gone. */
function isOld(version: string, known: Known | undefined): boolean {
  return known !== undefined && known.versions.includes(version) &&
    (known.isGone || known.versions.at(-1) !== version);
}

/** Returns the objects in a response. */
function shownBy({ method, path, responseBody }: Exchange): Shown[] {
  const [document] = documentsOf(responseBody);
  const [own = ""] = path.split("?");
  const items = document?.items;
  const isList = method === "GET" && isCollection(path);
  const objects: readonly (Json | undefined)[] = isList
    ? Array.isArray(items) ? items : []
    : [document as Json | undefined];
  return objects.flatMap((each) => {
    const { name, namespace, resourceVersion: version } = membersOf(membersOf(each)?.metadata) ??
      {};
    if (typeof name !== "string" || typeof version !== "string") return [];
    const collection = isCollection(path) ? placeOf(own, namespace) : undefined;
    const key = collection === undefined ? own.replace(/\/status$/, "") : `${collection}/${name}`;
    return [{ path: key, version }];
  });
}

/** Returns the collection of an object in a list, which may be of all namespaces. */
function placeOf(collection: string, namespace: Json | undefined): string {
  if (typeof namespace !== "string" || collection.includes("/namespaces/")) return collection;
  const at = collection.lastIndexOf("/");
  return `${collection.slice(0, at)}/namespaces/${namespace}${collection.slice(at)}`;
}
