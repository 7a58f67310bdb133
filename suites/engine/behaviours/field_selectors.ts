/**
 * Whether a request ignores its field selector, by what it and later responses show.
 *
 * @module
 */
import type { JsonObject } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";
import { isSelected } from "./selectors.ts";
import { deletesOthers } from "./unselected_deletions.ts";

/** Returns true for a request that shows or deletes an object that its field selector does not select. */
export function ignoresFieldSelector(one: Seen, at: number, seen: readonly Seen[]): boolean {
  const selector = one.query.get("fieldSelector") ?? "";
  if (selector === "" || one.status >= 300) return false;
  const asked = new URLSearchParams({ fieldSelector: selector });
  if (one.verb === "deletecollection") return deletesOthers(one, at, seen, asked);
  const objects = [
    ...objectsIn(one.answer),
    ...one.events.filter(({ type }) => type === "ADDED").map(({ object }) => object),
  ];
  return objects.some((object) => isSelected({ query: asked }, object) === false);
}

/** Returns the items of a list, or the objects of a Table. */
function objectsIn(answer: JsonObject | undefined): JsonObject[] {
  const { items, rows } = answer ?? {};
  if (Array.isArray(items)) return items.map((item) => asObject(item) ?? {});
  return Array.isArray(rows)
    ? rows.map((row) => asObject(asObject(row)?.object ?? null) ?? {})
    : [];
}
