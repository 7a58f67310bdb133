/**
 * Whether a deletion of a collection deletes objects that its selector does not select.
 *
 * @module
 */
import type { JsonObject } from "../../client/http_client.ts";
import { nameOf } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";
import { ABSENT, isDryRun, stateIn } from "./dry_runs.ts";
import { isSelected } from "./selectors.ts";

/**
 * Returns true if a deletion of a collection removed an object that it does not select.
 *
 * @param asked The terms of its selectors that are looked at.
 */
export function deletesOthers(
  one: Seen,
  at: number,
  seen: readonly Seen[],
  asked: URLSearchParams,
): boolean {
  const { place } = one;
  if (place === undefined || isDryRun(one)) return false;
  const known = new Map<string, JsonObject>();
  for (const { place: other, answer, verb, status } of seen.slice(0, at)) {
    const isCreated = verb === "create" && status < 300 && answer !== undefined &&
      other?.resource === place.resource && other.namespace === place.namespace;
    if (isCreated) known.set(nameOf(answer), answer);
  }
  return [...known].some(([name, object]) => {
    if (isSelected({ query: asked }, object) !== false) return false;
    const key = { resource: place.resource, namespace: place.namespace, name };
    const isDeletion = (each: Seen) =>
      each.place?.resource === key.resource && each.place.namespace === key.namespace &&
      (each.verb === "deletecollection" ||
        (each.verb === "delete" && each.place.name === key.name));
    const last = seen.findLastIndex((each, index) => index < at && isDeletion(each));
    // It may have been gone before.
    const isThere = seen.slice(last + 1, at).some((each) => !isUnknown(stateIn(each, key)));
    const next = seen.slice(at + 1).find((each) =>
      isDeletion(each) || stateIn(each, key) !== undefined
    );
    return isThere && next !== undefined && !isDeletion(next) && stateIn(next, key) === ABSENT;
  });
}

const isUnknown = (state: string | undefined): boolean =>
  state === undefined || state === ABSENT || state === "unknown";
