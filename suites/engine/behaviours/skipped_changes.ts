/**
 * Watches that deliver a later change of a collection and skip an earlier one.
 *
 * @module
 */
import { withoutOwnSelector } from "@plumbline/reports/text";
import type { Json } from "../../client/http_client.ts";
import { asObject, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";
import { isDryRun } from "./dry_runs.ts";

/** Returns the watches that skip a write which a later response, or another watch, shows. */
export function skippingWatches(seen: readonly Seen[]): readonly number[] {
  const watches = seen.flatMap((one, at) => isOfAll(one) ? [at] : []);
  if (watches.length === 0) return [];
  const shown = timesShown(seen);
  // A version that only the answer has may be a wrong one.
  const stored = seen.filter((one) => isStored(one) && (shown.get(stateIn(one.answer)!) ?? 0) > 1);
  return watches.filter((at) => skipsOneOf(stored, seen[at]!));
}

/** Returns true for a watch of all objects of a case in a collection. */
function isOfAll({ verb, status, query, place }: Seen): boolean {
  return verb === "watch" && status === 200 && place !== undefined && !query.has("fieldSelector") &&
    withoutOwnSelector(query.get("labelSelector") ?? "") === "";
}

/** Returns true if a watch sends a later change than a write in its collection, and not this one. */
function skipsOneOf(stored: readonly Seen[], { place, query, events }: Seen): boolean {
  const changes = events.filter(({ type }) => ["ADDED", "MODIFIED", "DELETED"].includes(type));
  const sent = new Set(changes.map(({ object }) => Number(resourceVersionOf(object))));
  const start = Number(query.get("resourceVersion") ?? 0);
  // Without a version it begins with what exists, in the order of names.
  if (!(start > 0)) return false;
  const last = Math.max(...sent, 0);
  return stored.some(({ answer, place: written }) => {
    const version = Number(resourceVersionOf(answer!));
    return written?.apiVersion === place!.apiVersion && written.resource === place!.resource &&
      ["", written.namespace].includes(place!.namespace) && version > start && version < last &&
      !sent.has(version);
  });
}

/** Returns how many responses and events show each state of an object. */
function timesShown(seen: readonly Seen[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const objects = seen.flatMap(({ answer, events }) => [
    answer,
    ...Array.isArray(answer?.items) ? answer.items : [],
    ...events.map(({ object }) => object),
  ]);
  for (const object of objects) {
    const state = stateIn(object);
    if (state !== undefined) counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return counts;
}

/** Names a state of an object. */
function stateIn(value: Json | undefined): string | undefined {
  const object = asObject(value);
  const uid = object && uidOf(object);
  return uid === undefined ? undefined : `${uid} ${resourceVersionOf(object!)}`;
}

function isStored(one: Seen): boolean {
  return ["create", "update", "patch", "apply"].includes(one.verb) && one.status < 300 &&
    !isDryRun(one) && stateIn(one.answer) !== undefined;
}
