/**
 * Whether a list or a watch ignores its label selector, and what it would show if it did not.
 *
 * @module
 */
import type { HttpRequest, JsonObject, WatchDocument } from "../../client/http_client.ts";
import { asObject, namespaceOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";
import { isSelected } from "./selectors.ts";
import { deletesOthers } from "./unselected_deletions.ts";

/** A term that demands a value, such as `a=b`. */
const DEMANDING = /^[\w./-]+\s*==?\s*[\w.-]+$/;

/**
 * Returns true for a list or watch that shows, or a deletion of a collection that deletes, an object
 * without a value that its label selector demands. That another operator is wrong does not mean that all are; nor does it explain objects of
 * other namespaces, or a form that shows an object without its labels.
 */
export function ignoresLabelSelector(one: Seen, at: number, seen: readonly Seen[]): boolean {
  const { verb, status, query, answer, events, place } = one;
  const demanded = (query.get("labelSelector") ?? "").split(/,(?![^(]*\))/)
    .map((term) => term.trim()).filter((term) => DEMANDING.test(term));
  const shows = ["list", "watch", "deletecollection"].includes(verb);
  if (demanded.length === 0 || status >= 300 || !shows) return false;
  const asked = new URLSearchParams({ labelSelector: demanded.join() });
  if (verb === "deletecollection" && deletesOthers(one, at, seen, asked)) return true;
  const added = events.filter(({ type }) => type === "ADDED").flatMap(objectsOf);
  return [...objectsIn(answer), ...added].some((object) =>
    isForeign(asked, object) && isWithin(object, place?.namespace ?? "") &&
    !seen.some((other) => other !== one && showsSelected(other, asked, object))
  );
}

/** Returns true for a response that shows the same state of an object with what a selector demands. */
function showsSelected({ answer }: Seen, asked: URLSearchParams, object: JsonObject): boolean {
  const uid = uidOf(object);
  return answer !== undefined && uid !== undefined &&
    [answer, ...objectsIn(answer)].some((each) =>
      uidOf(each) === uid && resourceVersionOf(each) === resourceVersionOf(object) &&
      isSelected({ query: asked }, each) === true
    );
}

/** Returns the body of a list without the items or rows that its label selector does not select. */
export function withSelected(list: JsonObject, query: HttpRequest["query"]): JsonObject {
  const asked = selectorIn(query);
  const { items, rows } = list;
  const kept = (each: readonly JsonObject[], objectOf: (one: JsonObject) => JsonObject) =>
    each.filter((one) => !isForeign(asked, objectOf(one)));
  if (Array.isArray(items)) return { ...list, items: kept(items.map(toObject), (one) => one) };
  if (!Array.isArray(rows)) return list;
  return { ...list, rows: kept(rows.map(toObject), (row) => toObject(row.object)) };
}

/** Returns true for an event of an object that the label selector of its watch does not select. */
export function isUnselected(event: WatchDocument, query: HttpRequest["query"]): boolean {
  const asked = selectorIn(query);
  return objectsOf(event).some((object) => isForeign(asked, object));
}

/** Returns the object of an event, or those of its Table. */
function objectsOf({ object }: WatchDocument): JsonObject[] {
  return Array.isArray(object.rows) ? objectsIn(object) : [object];
}

/** Returns true for an object that may be in a namespace; any may be in none. */
function isWithin(object: JsonObject, namespace: string): boolean {
  return namespace === "" || ["", namespace].includes(namespaceOf(object) ?? "");
}

/** Returns true for an object that a label selector does not select; a Status and a row have no labels. */
function isForeign(query: URLSearchParams, object: JsonObject): boolean {
  return object.metadata !== undefined && object.kind !== "Status" &&
    isSelected({ query }, object) === false;
}

function selectorIn(query: HttpRequest["query"]): URLSearchParams {
  const selector = query?.labelSelector;
  return new URLSearchParams(selector === undefined ? {} : { labelSelector: String(selector) });
}

/** Returns the items of a list, or the objects of a Table. */
function objectsIn(answer: JsonObject | undefined): JsonObject[] {
  const { items, rows } = answer ?? {};
  if (Array.isArray(items)) return items.map(toObject);
  return Array.isArray(rows) ? rows.map((row) => toObject(toObject(row).object)) : [];
}

const toObject = (value: unknown): JsonObject => asObject(value as JsonObject) ?? {};
