/**
 * Compares the bodies of objects. Three differences are tolerated, each
 * where it says so: the order of keys always; `apiVersion` and `kind` in list items, which real
 * servers leave out; and what a deletion itself changes, in the object of a DELETED event.
 *
 * @module
 */
import type { Json, JsonObject } from "../client/http_client.ts";
import { metadataOf } from "./object.ts";

/** The fields of metadata that a deletion may change. */
const CHANGED_BY_DELETION = [
  "resourceVersion",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "generation",
  "managedFields",
];

/** Texts of objects seen before: an object is never changed once it was received. */
const known = new WeakMap<JsonObject, string>();

/** The state of an object as a text: equal texts are the same state, whatever the keys' order. */
export function contentOf(object: JsonObject): string {
  let text = known.get(object);
  if (text === undefined) {
    const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
    text = canonical(rest);
    known.set(object, text);
  }
  return text;
}

/** As `contentOf`, without what a deletion changes. */
export function lastContentOf(object: JsonObject): string {
  const metadata = Object.entries(metadataOf(object))
    .filter(([field]) => !CHANGED_BY_DELETION.includes(field));
  const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
  return canonical({ ...rest, metadata: Object.fromEntries(metadata) });
}

/** JSON with its keys sorted. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`);
  return `{${members.join()}}`;
}
