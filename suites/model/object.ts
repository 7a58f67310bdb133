/**
 * Accessors of the fields of objects that the oracles use.
 *
 * @module
 */
import type { Json, JsonObject } from "../client/http_client.ts";

/** Returns the value if it is a JSON object, else undefined. */
export function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

/** Returns `metadata`, or an empty object if there is none. */
export function metadataOf(object: JsonObject): JsonObject {
  return asObject(object.metadata) ?? {};
}

/** Returns a field of the metadata if it is text and not empty. */
function textOf(object: JsonObject, field: string): string | undefined {
  const value = metadataOf(object)[field];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns `metadata.resourceVersion`, which is opaque. */
export function resourceVersionOf(object: JsonObject): string | undefined {
  return textOf(object, "resourceVersion");
}

/** Returns `metadata.uid`. */
export function uidOf(object: JsonObject): string | undefined {
  return textOf(object, "uid");
}

/** Returns `metadata.name`, or an empty text if there is none. */
export function nameOf(object: JsonObject): string {
  return textOf(object, "name") ?? "";
}

/** Returns `metadata.namespace`, or an empty text for a cluster-scoped object. */
export function namespaceOf(object: JsonObject): string {
  return textOf(object, "namespace") ?? "";
}

/** Returns the namespace and name, which identify an object of its type at one moment. */
export function keyOf(object: JsonObject): string {
  return `${namespaceOf(object)}/${nameOf(object)}`;
}

/** Returns `metadata.labels`, or an empty object if there are none. */
export function labelsOf(object: JsonObject): JsonObject {
  return asObject(metadataOf(object).labels) ?? {};
}

/** Returns the key and version of an object, for a discrepancy. */
export function describe(object: JsonObject): string {
  return `${keyOf(object)} at ${resourceVersionOf(object) ?? "no version"}`;
}

/** Returns the object with an empty resourceVersion, to compare everything else. */
export function unversioned(object: JsonObject): JsonObject {
  return { ...object, metadata: { ...metadataOf(object), resourceVersion: "" } };
}
