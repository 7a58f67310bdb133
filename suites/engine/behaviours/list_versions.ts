/**
 * What the resourceVersions of lists say of what is in them.
 *
 * @module
 */
import { asObject, metadataOf, nameOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { Behaviour, Seen } from "./behaviour.ts";

/** Returns true for the query of a first page at a resourceVersion that is not 0. */
export function hasVersionOfPage(query: URLSearchParams): boolean {
  return Number(query.get("limit")) > 0 && Number(query.get("resourceVersion")) > 0 &&
    !query.has("continue");
}

/** Returns true for a list that has the resourceVersion of an earlier one, and fewer of its items. */
export function keepsVersionOfDeleted(one: Seen, before: readonly Seen[]): boolean {
  const listed = wholeList(one);
  return listed !== undefined && before.some((each) => {
    const other = wholeList(each);
    return other !== undefined && each.path === one.path && other.version === listed.version &&
      each.query.get("labelSelector") === one.query.get("labelSelector") &&
      listed.names.length < other.names.length &&
      listed.names.every((name) => other.names.includes(name));
  });
}

/** Returns the names and the resourceVersion of a list of all that its label selector selects. */
function wholeList(
  { verb, status, query, answer }: Seen,
): { readonly version: string; readonly names: readonly string[] } | undefined {
  const version = answer && resourceVersionOf(answer);
  const items = Array.isArray(answer?.items)
    ? answer.items.map((item) => asObject(item) ?? {})
    : undefined;
  const isWhole = verb === "list" && status === 200 && !query.has("fieldSelector") &&
    !query.has("continue") && items !== undefined &&
    (metadataOf(answer ?? {}).continue ?? "") === "";
  if (!isWhole || version === undefined || version === "") return undefined;
  return { version, names: items.map((item) => String(uidOf(item) ?? nameOf(item))) };
}

/** Returns true for a list with an item that is newer than the list says to be. */
export function isOlderThanItems({ verb, status, answer }: Seen): boolean {
  if (verb !== "list" || status !== 200 || !Array.isArray(answer?.items)) return false;
  const version = Number(resourceVersionOf(answer));
  return answer.items.some((item) => Number(resourceVersionOf(asObject(item) ?? {})) > version);
}

/**
 * Returns true for a page with another resourceVersion than the one that its token is from, or with an
 * item that is newer although the first page has none.
 */
export function isOfAnotherState(one: Seen, seen: readonly Seen[]): boolean {
  const { verb, query, status, answer } = one;
  const token = query.get("continue") ?? "";
  if (verb !== "list" || token === "" || status !== 200 || answer === undefined) return false;
  // A token of an error, for a state that has expired, is for the newest one.
  const before = seen.find((each) =>
    each.status === 200 && each.answer !== undefined &&
    metadataOf(each.answer).continue === token
  );
  if (before === undefined) return false;
  return resourceVersionOf(before.answer!) !== resourceVersionOf(answer) ||
    (isOlderThanItems(one) && !isOlderThanItems(before));
}

/** What a target does whose objects or lists have no resourceVersion. */
export const WITHOUT_VERSIONS: Behaviour = {
  id: "no resourceVersion",
  name: "A read has no resourceVersion",
  violates: /\.(collection|object)-carries-version$/,
  isStatedOnly: true,
  concerns: ({ method }) => method === "GET",
  shows: (seen) => seen.filter(hasNoVersion),
};

/** Returns true for an object, or a list or one of its items, without a resourceVersion. */
function hasNoVersion({ method, status, answer, place }: Seen): boolean {
  const { items, rows, kind } = answer ?? {};
  if (method !== "GET" || status !== 200 || place === undefined || kind === "Status") return false;
  const objects = [
    answer,
    ...Array.isArray(items) ? items : [],
    ...Array.isArray(rows) ? rows.map((row) => asObject(row)?.object) : [],
  ].map((each) => asObject(each));
  return objects.some((each) => each !== undefined && resourceVersionOf(each) === undefined);
}
