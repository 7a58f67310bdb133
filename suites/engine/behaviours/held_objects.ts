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
  return known.some(([uid, { key }]) => isRemoved(uid, key, one, later));
}

/** An object that has finalizers. */
interface Held {
  readonly key: Key;
}

/** Returns the objects of a type that had finalizers when they were last seen, by their uids. */
function heldBefore(before: readonly Seen[], resource: string): ReadonlyMap<string, Held> {
  const held = new Map<string, Held>();
  for (const { place, answer, status, verb, query, method } of before) {
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
    held.set(uid, { key: { resource, namespace, name: nameOf(answer!) } });
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

/** Returns true if the next request about an object shows that a deletion removed it. */
function isRemoved(uid: string, key: Key, deletion: Seen, later: readonly Seen[]): boolean {
  const next = later.find((each) => {
    const { place, method } = each;
    if (stateIn(each, key) !== undefined) return true;
    const isWrite = method !== "GET" && place?.resource === key.resource &&
      place.namespace === key.namespace;
    return isWrite && (place.name === key.name || each.verb === "deletecollection");
  });
  if (next !== undefined && stateIn(next, key) === ABSENT) return true;
  // Where updates create, one with its name has created another object.
  const isMissing = next !== undefined && next.method !== "GET" && next.place?.name === key.name &&
    (next.status === 404 || (next.status === 201 && next.verb === "update"));
  return isMissing && next.path === deletion.path && uidOf(next.answer ?? {}) !== uid;
}
