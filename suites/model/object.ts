/**
 * The few facts of an object the oracles look at.
 *
 * @module
 */
import type { Json, JsonObject } from "../client/http_client.ts";

/** The value as a JSON object, undefined where it is none. */
export function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

/** The metadata, empty where there is none. */
export function metadataOf(object: JsonObject): JsonObject {
  return asObject(object.metadata) ?? {};
}

/** A field of the metadata that is a text and not empty. */
function textOf(object: JsonObject, field: string): string | undefined {
  const value = metadataOf(object)[field];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** `metadata.resourceVersion`: opaque. */
export function resourceVersionOf(object: JsonObject): string | undefined {
  return textOf(object, "resourceVersion");
}

/** `metadata.uid`. */
export function uidOf(object: JsonObject): string | undefined {
  return textOf(object, "uid");
}

/** `metadata.name`, empty where there is none. */
export function nameOf(object: JsonObject): string {
  return textOf(object, "name") ?? "";
}

/** `metadata.namespace`, empty for what is cluster-scoped. */
export function namespaceOf(object: JsonObject): string {
  return textOf(object, "namespace") ?? "";
}

/** Returns the namespace and name, which identify an object of its type at one moment. */
export function keyOf(object: JsonObject): string {
  return `${namespaceOf(object)}/${nameOf(object)}`;
}

/** `metadata.labels`, empty where there are none. */
export function labelsOf(object: JsonObject): JsonObject {
  return asObject(metadataOf(object).labels) ?? {};
}

/** Returns the name of an object in a discrepancy. */
export function describe(object: JsonObject): string {
  return `${keyOf(object)} at ${resourceVersionOf(object) ?? "no version"}`;
}

/** Returns the object without its version, to see whether anything else changed. */
export function unversioned(object: JsonObject): JsonObject {
  return { ...object, metadata: { ...metadataOf(object), resourceVersion: "" } };
}
