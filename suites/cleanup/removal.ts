/**
 * Removes the objects of an execution: in its own namespaces by collection, elsewhere one by one.
 *
 * @module
 */
import {
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  type JsonObject,
  TargetUnreachable,
} from "../client/http_client.ts";
import { mapFewAtOnce } from "./few_at_once.ts";
import type { CollectionProofs } from "./collection_proofs.ts";
import { finalizeNamespace } from "./namespace_removal.ts";

/** The objects to remove, and how they differ from foreign ones. */
export interface Removal {
  /** The paths of the objects. */
  readonly paths: ReadonlySet<string>;
  /** Those of them that may have finalizers. */
  readonly finalized: ReadonlySet<string>;
  /** Those of them that the target said are gone: they are left alone. */
  readonly gone: ReadonlySet<string>;
  /** The selector for what the execution made. */
  readonly selector: string;
  /** The execution's own namespaces: only there may a request reach more than one object. */
  readonly namespaces: readonly string[];
  /** Returns the parameters of a deletion at a path, if it needs any. */
  readonly policyOf?: (path: string) => HttpRequest["query"] | undefined;
  /** True if the target holds nothing but the run's objects. @default {false} */
  readonly disposable?: boolean | undefined;
  /** The paths of objects that have the label that the selector selects. @default {none is known} */
  readonly labelled?: ReadonlySet<string> | undefined;
  /** True if the target serves no merge patch: a 404 for one says nothing of the object. @default {false} */
  readonly isUnpatched?: boolean | undefined;
  /** What the run knows of the target's deletions of collections. @default {nothing} */
  readonly proofs?: CollectionProofs | undefined;
}

/** The collection of namespaces. */
const NAMESPACES = "/api/v1/namespaces";

/** Fewer objects than this are removed one by one. */
const MANY = 2;

/** Up to so many objects without the label are removed one by one; of more, a list shows which are there. */
const FEW = 1;

/** The objects of a collection that are removed one by one at the same time. */
const AT_ONCE = 16;

/** The collections whose objects are removed at the same time. */
const COLLECTIONS_AT_ONCE = 8;

/** Removes the objects; returns the paths of those that could not be removed. */
export async function removeObjects(client: HttpClient, removal: Removal): Promise<string[]> {
  const { paths, finalized, gone, namespaces, isUnpatched = false } = removal;
  const there = [...paths].filter((path) => !gone.has(path));
  const held = there.filter((path) => finalized.has(path));
  const free = (path: string) =>
    settled(path, isUnpatched ? freeByUpdate(client, path) : freeObject(client, path));
  const kept = await mapFewAtOnce(held, free, AT_ONCE);
  const collections = Map.groupBy(
    [...there.filter((path) => !finalized.has(path)), ...kept.filter((path) => path !== undefined)],
    collectionOf,
  );
  const remove = async ([collection, objects]: [string, readonly string[]]) => {
    const own = removal.disposable === true ||
      namespaces.some((namespace) => collection.includes(`/namespaces/${namespace}/`));
    const rest = own && objects.length >= MANY
      ? await removeTogether(client, collection, objects, removal)
      : objects;
    return await removeEach(client, rest, removal.policyOf);
  };
  const isLast = ([collection]: [string, unknown]) => collection === NAMESPACES;
  // What is in a namespace is removed before it.
  const all = [...collections];
  const first = all.filter((each) => !isLast(each));
  const left = await mapFewAtOnce(first, remove, COLLECTIONS_AT_ONCE);
  left.push(...await mapFewAtOnce(all.filter(isLast), remove, COLLECTIONS_AT_ONCE));
  return left.flat().filter((path) => path !== undefined);
}

/** Takes an object's finalizers away, so that a deletion removes it. */
export async function releaseObject(client: HttpClient, path: string): Promise<undefined> {
  await takeFinalizers(client, path);
}

function takeFinalizers(client: HttpClient, path: string): Promise<HttpResponse> {
  return client.send({
    method: "PATCH",
    path,
    headers: { "content-type": "application/merge-patch+json" },
    body: { metadata: { finalizers: null } },
  });
}

/** Takes an object's finalizers away; returns its path unless it is gone with them. */
async function freeObject(client: HttpClient, path: string): Promise<string | undefined> {
  return afterFreeing(await takeFinalizers(client, path)) === "gone" ? undefined : path;
}

/** Takes an object's finalizers away by an update; returns its path, as it may still be there. */
async function freeByUpdate(client: HttpClient, path: string): Promise<string> {
  const { status, json } = await client.send({ method: "GET", path });
  const object = Object(json) as JsonObject;
  const { finalizers, ...metadata } = Object(object.metadata) as JsonObject;
  if (status === 200 && finalizers !== undefined) {
    await client.send({ method: "PUT", path, body: { ...object, metadata } });
  }
  return path;
}

/** What an object is after its finalizers were taken: free if it is there and has none. */
type Freed = "gone" | "free" | "unknown";

/** Returns what the response to the request that takes an object's finalizers shows of it. */
function afterFreeing({ status, json }: HttpResponse): Freed {
  if (typeof json !== "object" || json === null) return "unknown";
  if (status === 404) return "gone";
  const { metadata } = json as { readonly metadata?: { readonly [field: string]: unknown } };
  if (status !== 200 || metadata === undefined) return "unknown";
  // What was being deleted waited for its finalizers alone.
  if (metadata.deletionTimestamp !== undefined) return "gone";
  const { finalizers } = metadata;
  const hasNone = finalizers === undefined || Array.isArray(finalizers) && finalizers.length === 0;
  return hasNone ? "free" : "unknown";
}

/** Takes the finalizers of objects away; returns what each of them is then. */
export async function freeObjects(
  client: HttpClient,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Freed>> {
  const free = async (path: string): Promise<[string, Freed]> => {
    try {
      return [path, afterFreeing(await takeFinalizers(client, path))];
    } catch (error) {
      if (error instanceof TargetUnreachable) return [path, "unknown"];
      throw error;
    }
  };
  return new Map(await mapFewAtOnce(paths, free, AT_ONCE));
}

/** Removes objects one by one, some at the same time; returns the paths of those that remain. */
function removeEach(
  client: HttpClient,
  paths: readonly string[],
  policyOf: Removal["policyOf"],
): Promise<(string | undefined)[]> {
  const remove = (path: string) => settled(path, removeObject(client, path, policyOf?.(path)));
  return mapFewAtOnce(paths, remove, AT_ONCE);
}

/** Removes one object; returns its path where the target refuses. */
async function removeObject(
  client: HttpClient,
  path: string,
  query: HttpRequest["query"],
): Promise<string | undefined> {
  const { status } = await client.send({ method: "DELETE", path, ...(query && { query }) });
  const isDeleted = status >= 200 && status < 300;
  if (isDeleted && collectionOf(path) === NAMESPACES) await finalizeNamespace(client, path);
  return isDeleted || status === 404 ? undefined : path;
}

/** Removes the objects of one collection by their label; returns those still to be removed. */
async function removeTogether(
  client: HttpClient,
  collection: string,
  objects: readonly string[],
  { selector, policyOf, labelled, namespaces, proofs, disposable = false }: Removal,
): Promise<readonly string[]> {
  const isOwn = disposable ||
    namespaces.some((namespace) => collection.includes(`/namespaces/${namespace}/`));
  const unlabelled = objects.filter((path) => !labelled?.has(path));
  const nameOf = (path: string) => path.slice(collection.length + 1);
  try {
    const query = { ...policyOf?.(collection), labelSelector: selector };
    const response = await client.send({ method: "DELETE", path: collection, query });
    if (response.status < 200 || response.status >= 300) return objects;
    // What is only accepted may not have been done yet.
    const removed = response.status === 202 ? undefined : namesIn(response);
    const rest = removed && objects.filter((path) => !removed.has(nameOf(path)));
    // Many that are not among the removed ones may have been deleted by the execution.
    if (rest !== undefined && rest.length <= AT_ONCE) return rest;
    // A namespace of the run's own is deleted with it, and a server that ends with the run ends.
    if (isOwn && unlabelled.length <= FEW && proofs?.suffice(collection)) return unlabelled;
    // The response does not list the removed objects, or an object may have lost its label.
    const left = namesIn(await client.send({ method: "GET", path: collection }));
    const there = left === undefined ? objects : objects.filter((path) => left.has(nameOf(path)));
    const isProof = unlabelled.length === 0 || there.length === 0;
    if (isProof) proofs?.add(collection, there.length === 0);
    return there;
  } catch (error) {
    if (error instanceof TargetUnreachable) return objects;
    throw error;
  }
}

/** The names of a list's objects, as they stand in paths; undefined where it is no list. */
function namesIn({ json }: HttpResponse): ReadonlySet<string> | undefined {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return undefined;
  if (!Array.isArray(json.items)) return undefined;
  return new Set(json.items.map((item) => {
    const { metadata } = item as { metadata?: { name?: string } };
    return encodeURIComponent(metadata?.name ?? "");
  }));
}

/** The path without the object's name. */
function collectionOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** If the target does not answer, the object counts as left. */
async function settled(
  path: string,
  removal: Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    return await removal;
  } catch (error) {
    if (error instanceof TargetUnreachable) return path;
    throw error;
  }
}
