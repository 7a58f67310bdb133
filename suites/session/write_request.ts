/**
 * Requests that write a whole object.
 *
 * @module
 */
import type { ResourceType } from "../resources/mod.ts";
import { collectionPath, objectPath } from "../resources/path.ts";
import { metadataOf, nameOf, namespaceOf } from "../model/object.ts";
import type { Scope } from "../scope.ts";
import type { HttpRequest, JsonObject } from "../client/http_client.ts";

/** A verb that takes a whole object: a merge patch takes it too. */
export type WritingMethod = "POST" | "PUT" | "PATCH";

/** The verbs that take a whole object. */
export const WRITING_METHODS: readonly WritingMethod[] = ["POST", "PUT", "PATCH"];

/**
 * Returns the request that writes an object. `text` replaces the body, `type` the media type.
 */
export function writeRequest(
  scope: Scope,
  resource: ResourceType,
  method: WritingMethod,
  object: JsonObject,
  options: { query?: HttpRequest["query"]; text?: string; type?: string } = {},
): HttpRequest {
  const { dialect } = scope.target;
  const namespace = namespaceOf(object) || undefined;
  const type = options.type ??
    (method === "PATCH" ? "application/merge-patch+json" : "application/json");
  return {
    method,
    path: method === "POST"
      ? collectionPath(resource, dialect, namespace)
      : objectPath(resource, dialect, { namespace, name: nameOf(object) }),
    body: options.text ?? object,
    headers: { "content-type": type },
    ...(options.query && { query: options.query }),
  };
}

/** Returns the path of an object. */
export function pathOfObject(scope: Scope, resource: ResourceType, object: JsonObject): string {
  const namespace = namespaceOf(object) || undefined;
  return objectPath(resource, scope.target.dialect, { namespace, name: nameOf(object) });
}

/** Returns an object for whose create the server generates the name: it may handle such creates apart. */
export function withGeneratedName(object: JsonObject): JsonObject {
  const { name: _, ...metadata } = metadataOf(object);
  return { ...object, metadata: { ...metadata, generateName: `${nameOf(object)}-` } };
}

/** Returns the object with additional metadata. */
export function withMetadata(object: JsonObject, metadata: JsonObject): JsonObject {
  return { ...object, metadata: { ...metadataOf(object), ...metadata } };
}
