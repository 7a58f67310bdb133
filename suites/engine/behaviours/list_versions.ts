/**
 * What the resourceVersions of lists say of what is in them.
 *
 * @module
 */
import { asObject, metadataOf, nameOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";

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
