/**
 * Whether a deletion ignores its `preconditions`, by what earlier responses show of the object.
 *
 * @module
 */
import type { JsonObject } from "../../client/http_client.ts";
import { asObject, metadataOf, nameOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";

/** Returns true for a deletion that succeeds although an object does not meet its preconditions. */
export function ignoresPreconditions(one: Seen, at: number, seen: readonly Seen[]): boolean {
  const { verb, status, body, place, answer, isAlone } = one;
  const stated = asObject(body?.preconditions);
  if (stated === undefined || status >= 300 || place === undefined || !isAlone) return false;
  // What it answers with was removed, or marked, by it.
  if (verb === "deletecollection") {
    return itemsOf(answer).some((item) => misses(stated, { uid: uidOf(item) }));
  }
  if (verb !== "delete") return false;
  const isSame = (each: Seen) =>
    each.place?.resource === place.resource && each.place.namespace === place.namespace &&
    (each.verb === "create" ? nameOf(each.answer ?? {}) : each.place.name) === place.name;
  const last = seen.slice(0, at).findLast((each) => isSame(each) && each.method !== "GET") ??
    seen.slice(0, at).findLast(isSame);
  const known = last?.answer;
  const isKnown = last !== undefined && last.status < 300 && last.isAlone && known !== undefined &&
    !last.query.has("dryRun") && last.body?.dryRun === undefined && uidOf(known) !== undefined;
  if (!isKnown) return false;
  return misses(stated, { uid: uidOf(known), resourceVersion: resourceVersionOf(known) });
}

/** Returns true if a precondition names another uid or version than an object has. */
function misses(
  stated: JsonObject,
  known: { readonly uid: string | undefined; readonly resourceVersion?: string | undefined },
): boolean {
  return (["uid", "resourceVersion"] as const).some((name) => {
    const [asked, own] = [stated[name], known[name]];
    return typeof asked === "string" && asked !== "" && own !== undefined && asked !== own;
  });
}

function itemsOf(list: JsonObject | undefined): JsonObject[] {
  const items = Array.isArray(list?.items) ? list.items.map((item) => asObject(item) ?? {}) : [];
  return items.filter((item) => metadataOf(item).uid !== undefined);
}
