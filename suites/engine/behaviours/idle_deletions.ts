/**
 * Whether a deletion has no effect, by what it and later responses show.
 *
 * @module
 */
import type { JsonObject } from "../../client/http_client.ts";
import { asObject, metadataOf, nameOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";
import { isDryRun } from "./dry_runs.ts";

/** Returns true for a deletion that succeeds and after which an object is there, and is not being deleted. */
export function hasNoEffect(one: Seen, at: number, seen: readonly Seen[]): boolean {
  const isDeletion = one.verb === "delete" || one.verb === "deletecollection";
  const isWhole = one.place?.subresource === "" && one.isAlone;
  if (!isDeletion || !isWhole || one.status >= 300 || isDryRun(one)) return false;
  const later = seen.slice(at + 1).filter(({ place }) => place?.resource === one.place!.resource);
  return deletedBy(one, seen.slice(0, at)).some((object) =>
    isLeft(object, later) ?? isAnswered(one)
  );
}

/** Returns the objects of which it is known that a deletion is of them. */
function deletedBy({ verb, place, answer }: Seen, before: readonly Seen[]): readonly JsonObject[] {
  if (verb === "deletecollection") return objectsIn(answer);
  const known = before.findLast((each) =>
    each.place?.resource === place!.resource && each.place.namespace === place!.namespace &&
    each.status < 300 && !isDryRun(each) && nameOf(each.answer ?? {}) === place!.name
  );
  return known?.answer !== undefined && uidOf(known.answer) !== undefined ? [known.answer] : [];
}

/** Returns true if the next response about an object shows it, false if it does not; undefined if none does. */
function isLeft(object: JsonObject, later: readonly Seen[]): boolean | undefined {
  const uid = uidOf(object);
  const { namespace = "", name } = metadataOf(object);
  for (const { verb, place, status, answer, body } of later) {
    const isSame = place!.namespace === namespace && place!.name === name;
    const isCreate = verb === "create" && place!.namespace === namespace &&
      nameOf(body ?? {}) === name;
    if (isCreate) return status === 409;
    if (isSame && status === 404) return false;
    if (isSame && verb.startsWith("delete")) return undefined;
    const shown = objectsIn(answer).find((each) => uidOf(each) === uid);
    if (shown !== undefined) {
      return metadataOf(shown).deletionTimestamp === undefined &&
        resourceVersionOf(shown) === resourceVersionOf(object);
    }
  }
  return undefined;
}

/** Returns true if a deletion is answered with an object that has finalizers, and is not being deleted. */
function isAnswered({ verb, answer = {} }: Seen): boolean {
  const { finalizers, deletionTimestamp } = metadataOf(answer);
  return verb === "delete" && deletionTimestamp === undefined && Array.isArray(finalizers) &&
    finalizers.length > 0;
}

/** Returns the objects of a response. */
function objectsIn(answer: JsonObject | undefined): JsonObject[] {
  if (answer === undefined) return [];
  const { items } = answer;
  const objects = Array.isArray(items) ? items.map((item) => asObject(item) ?? {}) : [answer];
  return objects.filter((each) => uidOf(each) !== undefined);
}
