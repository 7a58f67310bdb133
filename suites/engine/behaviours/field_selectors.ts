/**
 * Whether a request ignores its field selector, by what it and later responses show.
 *
 * @module
 */
import type { JsonObject } from "../../client/http_client.ts";
import { asObject, nameOf } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";
import { ABSENT, isDryRun, stateIn } from "./dry_runs.ts";
import { isSelected } from "./selectors.ts";

/** Returns true for a request that shows or deletes an object that its field selector does not select. */
export function ignoresFieldSelector(one: Seen, at: number, seen: readonly Seen[]): boolean {
  const selector = one.query.get("fieldSelector") ?? "";
  if (selector === "" || one.status >= 300) return false;
  if (one.verb === "deletecollection") return deletesOthers(one, at, seen);
  const objects = [
    ...objectsIn(one.answer),
    ...one.events.filter(({ type }) => type === "ADDED").map(({ object }) => object),
  ];
  const byFields = { ...one, query: new URLSearchParams({ fieldSelector: selector }) };
  return objects.some((object) => isSelected(byFields, object) === false);
}

/** Returns the items of a list, or the objects of a Table. */
function objectsIn(answer: JsonObject | undefined): JsonObject[] {
  const { items, rows } = answer ?? {};
  if (Array.isArray(items)) return items.map((item) => asObject(item) ?? {});
  return Array.isArray(rows)
    ? rows.map((row) => asObject(asObject(row)?.object ?? null) ?? {})
    : [];
}

/** Returns true if a deletion of a collection removed an object that it does not select. */
function deletesOthers(one: Seen, at: number, seen: readonly Seen[]): boolean {
  const { place, query } = one;
  if (place === undefined || isDryRun(one)) return false;
  const byFields = {
    ...one,
    query: new URLSearchParams({ fieldSelector: query.get("fieldSelector")! }),
  };
  const known = new Map<string, JsonObject>();
  for (const { place: other, answer, verb, status } of seen.slice(0, at)) {
    const isCreated = verb === "create" && status < 300 && answer !== undefined &&
      other?.resource === place.resource && other.namespace === place.namespace;
    if (isCreated) known.set(nameOf(answer), answer);
  }
  return [...known].some(([name, object]) => {
    if (isSelected(byFields, object) !== false) return false;
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
