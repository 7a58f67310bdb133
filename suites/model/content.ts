/**
 * Compares the content of objects. Three differences are tolerated: the order of keys; `apiVersion`
 * and `kind`, which real servers leave out of list items; and, in the object of a DELETED event, the
 * fields that a deletion changes.
 *
 * @module
 */
import { canonical } from "../client/canonical_json.ts";
import type { Json, JsonObject } from "../client/http_client.ts";
import { asObject, metadataOf } from "./object.ts";

export { canonical };

/** The fields of metadata that a deletion may change. */
const CHANGED_BY_DELETION = [
  "resourceVersion",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "generation",
  "managedFields",
];

/** Texts of received objects, which never change. */
const known = new WeakMap<JsonObject, string>();

/** Returns the content of an object as text: equal texts mean equal content, in any order of keys. */
export function contentOf(object: JsonObject): string {
  let text = known.get(object);
  if (text === undefined) {
    const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
    text = canonical(withoutComputed(rest));
    known.set(object, text);
  }
  return text;
}

/**
 * Annotations that kube-apiserver computes. That of DaemonSets is a field, and becomes an annotation
 * when one is encoded: Tables and partial objects lack it, and bookmarks have it
 * (docs/track-record.md). That of Jobs is put back by every write up to release 1.26.
 */
const COMPUTED = ["deprecated.daemonset.template.generation", "batch.kubernetes.io/job-tracking"];

/** Returns an object without annotations that the server computes. */
export function withoutComputed(object: JsonObject): JsonObject {
  const { annotations, ...metadata } = metadataOf(object);
  if (typeof annotations !== "object" || annotations === null || Array.isArray(annotations)) {
    return object;
  }
  if (!COMPUTED.some((name) => name in annotations)) return object;
  const others = Object.entries(annotations).filter(([name]) => !COMPUTED.includes(name));
  const rest: JsonObject = others.length > 0 ? { annotations: Object.fromEntries(others) } : {};
  return { ...object, metadata: { ...metadata, ...rest } };
}

/** Returns the content of an object as text, without the fields that a deletion changes. */
export function lastContentOf(object: JsonObject): string {
  const metadata = Object.entries(metadataOf(object))
    .filter(([field]) => !CHANGED_BY_DELETION.includes(field));
  const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
  return canonical(withoutComputed({ ...rest, metadata: Object.fromEntries(metadata) }));
}

/** The most characters of a value that are shown. */
const SHOWN = 100;

/** A field by its path, and its values in two objects as JSON, shortened. */
export type Difference = readonly [path: string, one: string, other: string];

/** Returns the first field in which the contents of two objects differ, undefined if none does. */
export function differenceOfContents(one: JsonObject, other: JsonObject): Difference | undefined {
  const { apiVersion: _apiVersion, kind: _kind, ...content } = one;
  const { apiVersion: _otherVersion, kind: _otherKind, ...otherContent } = other;
  return differenceIn(content, otherContent);
}

function differenceIn(one: JsonObject, other: JsonObject): Difference | undefined {
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    if (canonical(one[key] ?? null) === canonical(other[key] ?? null)) continue;
    const [left, right] = [asObject(one[key]), asObject(other[key])];
    const inner = left && right && differenceIn(left, right);
    if (inner) return [`${key}.${inner[0]}`, inner[1], inner[2]];
    const shown = (value: Json | undefined) =>
      value === undefined ? "absent" : JSON.stringify(value).slice(0, SHOWN);
    return [key, shown(one[key]), shown(other[key])];
  }
  return undefined;
}
