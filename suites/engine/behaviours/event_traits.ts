/**
 * Traits of the events of a watch: their types, order and objects.
 *
 * @module
 */
import type { JsonObject } from "../../client/http_client.ts";
import { asObject, keyOf, metadataOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";
import { levels } from "./wording.ts";

/** Returns what the events of a watch show, each as texts from general to specific. */
export function eventTraits(one: Seen): string[][] {
  if (one.verb !== "watch" || one.place === undefined) return [];
  const texts = new Set<string>();
  const known = new Set<string>();
  const start = Number(one.query.get("resourceVersion") ?? 0);
  let last = 0;
  for (const { type, object } of one.events) {
    if (type === "BOOKMARK") texts.add("sends BOOKMARK");
    if (type === "ERROR") {
      texts.add("sends ERROR");
      texts.add(`sends an ERROR with the code ${object.code}`);
      continue;
    }
    const version = Number(resourceVersionOf(object));
    if (version < last) {
      texts.add("sends an event with an earlier resourceVersion than the one before");
    }
    if (version === last) texts.add("sends an event with the resourceVersion of the one before");
    if (version <= start) {
      texts.add("sends an event of its own resourceVersion or an earlier one");
      texts.add(`sends ${type} of its own resourceVersion or an earlier one`);
    }
    if (version > last) last = version;
    if (type === "BOOKMARK") continue;
    // A Table, or the metadata alone, is of another version than the object.
    const isAsked = one.accept.includes(`as=${object.kind}`);
    if (!isAsked && object.apiVersion !== one.place.apiVersion) {
      texts.add("sends another apiVersion than its path");
    }
    const shown = isAsked && object.kind === "Table" ? objectOfRow(object) : object;
    if (shown === undefined) continue;
    const { namespace = "", deletionTimestamp } = metadataOf(shown);
    if (one.place.namespace && namespace !== one.place.namespace) {
      texts.add("sends an event of another namespace");
    }
    const key = uidOf(shown) ?? keyOf(shown);
    // Any right server adds what is not known, and changes and deletes what is.
    if ((type === "ADDED") === known.has(key)) {
      const isKnown = known.has(key) ? "knows already" : "does not know";
      const isGoing = deletionTimestamp === undefined ? "" : " with a deletionTimestamp";
      texts.add(`sends ${type}${isGoing} of an object that the client ${isKnown}`);
    }
    if (type === "DELETED") known.delete(key);
    else known.add(key);
  }
  return [...texts].map((text) => levels(one, text));
}

/** Returns the object in the row of the Table of an event; undefined if it has none. */
function objectOfRow({ rows }: JsonObject): JsonObject | undefined {
  const [row] = Array.isArray(rows) ? rows : [];
  return asObject(asObject(row)?.object);
}
