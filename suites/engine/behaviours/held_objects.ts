/**
 * Whether a deletion removes objects that have finalizers, by what it and later responses show.
 *
 * @module
 */
import type { JsonObject } from "../../client/http_client.ts";
import { metadataOf, nameOf, uidOf } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";
import { hasNoEffect } from "./idle_deletions.ts";
import { ABSENT, isDryRun, type Key, stateIn } from "./dry_runs.ts";

/** Returns true for a deletion that removes an object that has finalizers. */
export function removesHeld(one: Seen, at: number, seen: readonly Seen[]): boolean {
  const { verb, status, answer, place } = one;
  const isDeletion = verb === "delete" || verb === "deletecollection";
  if (!isDeletion || status >= 300 || place === undefined || isDryRun(one)) return false;
  if (verb === "delete" && place.resource === "namespaces" && emptiesHeld(one, at, seen)) {
    return true;
  }
  const known = [...heldBefore(seen.slice(0, at), place.resource)].filter(([, { key }]) =>
    key.namespace === place.namespace && (verb === "deletecollection" || key.name === place.name)
  );
  if (known.length === 0) return false;
  // An object that is left as it was is not removed.
  if (hasNoEffect(one, at, seen)) return false;
  if (verb === "delete" && answer !== undefined && answer.kind !== "Status") {
    return metadataOf(answer).deletionTimestamp === undefined;
  }
  const later = seen.slice(at + 1);
  return known.some(([uid, { key }]) => isRemoved(uid, key, one.path, later));
}

/** Returns true for the deletion of a namespace that removes an object in it that has finalizers. */
function emptiesHeld({ place }: Seen, at: number, seen: readonly Seen[]): boolean {
  const before = seen.slice(0, at);
  const types = new Set(before.flatMap((each) => each.place?.resource ?? []));
  const known = [...types].flatMap((type) => [...heldBefore(before, type)])
    .filter(([, { key }]) => key.namespace === place!.name);
  return known.some(([uid, { key, path }]) => isRemoved(uid, key, path, seen.slice(at + 1)));
}

/** An object that has finalizers. */
interface Held {
  readonly key: Key;
  readonly path: string;
}

/** Returns the objects of a type that had finalizers when they were last seen, by their uids. */
function heldBefore(before: readonly Seen[], resource: string): ReadonlyMap<string, Held> {
  const held = new Map<string, Held>();
  for (const { place, path, answer, status, verb, query, method } of before) {
    const isOther = place?.resource !== resource || status >= 300 || query.has("dryRun");
    if (isOther) continue;
    const uid = answer && identityOf(answer);
    // A write whose response is no object may have removed them.
    if (uid === undefined) {
      if (method !== "GET" && verb !== "delete" && verb !== "deletecollection") {
        for (const [each, { key }] of held) if (key.name === place.name) held.delete(each);
      }
      continue;
    }
    if (place.subresource !== "") continue;
    if (!isHeld(answer!)) {
      held.delete(uid);
      continue;
    }
    const { namespace } = place;
    const name = nameOf(answer!);
    held.set(uid, {
      key: { resource, namespace, name },
      path: place.name === "" ? `${path}/${name}` : path,
    });
  }
  return held;
}

/** Returns what identifies an object: its uid, or its name where the server gives it none. */
function identityOf(object: JsonObject): string | undefined {
  const { namespace = "", name } = metadataOf(object);
  const isObject = object.kind !== "Status" && typeof name === "string" && name !== "";
  return uidOf(object) ?? (isObject ? `${namespace}/${name}` : undefined);
}

/** Returns true if an object has finalizers that are not the garbage collector's, which deletions add. */
function isHeld(object: JsonObject): boolean {
  const { finalizers } = metadataOf(object);
  return Array.isArray(finalizers) &&
    finalizers.some((each) => each !== "orphan" && each !== "foregroundDeletion");
}

/** The verbs of writes that create the object of their path if there is none. */
const CREATING: readonly string[] = ["update", "apply"];

/** Returns true if the next request about an object, by its path, shows that a deletion removed it. */
function isRemoved(uid: string, key: Key, path: string, later: readonly Seen[]): boolean {
  const next = later.find((each) => {
    const { place, method, status } = each;
    // What is refused for another reason changes nothing, and says nothing.
    if (method !== "GET" && status >= 400 && status !== 404) return false;
    if (stateIn(each, key) !== undefined) return true;
    const isWrite = method !== "GET" && place?.resource === key.resource &&
      place.namespace === key.namespace;
    return isWrite && (place.name === key.name || each.verb === "deletecollection");
  });
  if (next !== undefined && stateIn(next, key) === ABSENT) return true;
  // Where a write creates, one with its name has created another object.
  const isMissing = next !== undefined && next.method !== "GET" && next.place?.name === key.name &&
    (next.status === 404 || (next.status === 201 && CREATING.includes(next.verb)));
  return isMissing && next.path === path && uidOf(next.answer ?? {}) !== uid;
}
