/**
 * What the resourceVersions of lists say of what is in them, and lists and objects that have none.
 *
 * @module
 */
import type { JsonObject } from "../../client/http_client.ts";
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

/** Returns true for a list with an item, or a row, that is newer than the list says to be. */
export function isOlderThanItems({ verb, status, answer }: Seen): boolean {
  if (verb !== "list" || status !== 200 || answer === undefined) return false;
  const { items, rows } = answer;
  const objects = Array.isArray(items)
    ? items
    : Array.isArray(rows)
    ? rows.map((row) => asObject(row)?.object)
    : [];
  const version = Number(resourceVersionOf(answer));
  return objects.some((each) => Number(resourceVersionOf(asObject(each) ?? {})) > version);
}

/**
 * Returns true for a later page of a list, or of a deletion, whose first page has a version that is older
 * than what it shows, or than what was written before it.
 */
export function continuesOlderPage({ verb, query }: Seen, before: readonly Seen[]): boolean {
  const token = query.get("continue");
  if (token === null || !["list", "deletecollection"].includes(verb)) return false;
  return before.some((page, at) =>
    !page.query.has("continue") && metadataOf(page.answer ?? {}).continue === token &&
    (isOlderThanItems(page) || isOlderThanWrites(page, before.slice(0, at)))
  );
}

/** Returns true for a deletion of a collection that is answered with a version before those of writes. */
function isOlderThanWrites({ verb, place, answer }: Seen, before: readonly Seen[]): boolean {
  const version = Number(answer && resourceVersionOf(answer));
  return verb === "deletecollection" &&
    before.some((each) =>
      ["create", "update", "patch", "apply"].includes(each.verb) && each.status < 300 &&
      !each.query.has("dryRun") && each.place?.resource === place?.resource &&
      Number(each.answer && resourceVersionOf(each.answer)) > version
    );
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

/** What a target does whose objects have no resourceVersion, and one whose lists have none. */
export const WITHOUT_VERSIONS: readonly Behaviour[] = [
  {
    id: "no resourceVersion of objects",
    name: "Objects have no `resourceVersion`",
    nameOf: (shown) => {
      if (shown.every(({ method }) => method === "GET")) return "Reads show no `resourceVersion`";
      const isOfWrites = shown.every(({ method }) => method !== "GET");
      return isOfWrites ? "A write is answered without `resourceVersion`" : undefined;
    },
    violates: /\.(object-carries-version|server-metadata)$/,
    isStatedOnly: true,
    // Who changes such an object cannot say which state it is based on.
    harm: "data-loss",
    concerns: ({ place, verb }) => place !== undefined && verb !== "watch",
    shows: (seen) => seen.filter(hasObjectWithoutVersion),
  },
  {
    id: "no resourceVersion of lists",
    name: "A list has no `resourceVersion`",
    nameOf: (shown) =>
      shown.every(({ accept }) => accept.includes("as=Table"))
        ? "A list as a Table has no `resourceVersion`"
        : undefined,
    violates: /\.collection-carries-version$/,
    isStatedOnly: true,
    concerns: ({ verb }) => verb === "list",
    shows: (seen) =>
      seen.filter(({ verb, status, answer }) =>
        verb === "list" && status === 200 && answer !== undefined && hasNoVersion(answer)
      ),
  },
];

/** Returns true for an answer that is an object without a resourceVersion, or a list that has one. */
function hasObjectWithoutVersion({ status, answer, place, query }: Seen): boolean {
  // A dry run stores nothing that a version could be of.
  if (answer === undefined || status >= 300 || place === undefined || query.has("dryRun")) {
    return false;
  }
  const { items, rows } = answer;
  const objects = Array.isArray(items)
    ? items
    : Array.isArray(rows)
    ? rows.map((row) => asObject(row)?.object)
    : [answer];
  // A Status has no name, a review neither.
  return objects.map((each) => asObject(each)).some((each) =>
    each !== undefined && nameOf(each) !== "" && hasNoVersion(each)
  );
}

const hasNoVersion = (object: JsonObject): boolean => resourceVersionOf(object) === undefined;
