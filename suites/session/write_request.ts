/**
 * The three ways to write a whole object of a type.
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

/** All of them. */
export const WRITING_METHODS: readonly WritingMethod[] = ["POST", "PUT", "PATCH"];

/**
 * Returns the request that writes an object; `text` is sent instead of it if given, and `type` says
 * what it is instead of the usual media type.
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

/** The path of an object made by a scope. */
export function pathOf(scope: Scope, resource: ResourceType, object: JsonObject): string {
  const namespace = namespaceOf(object) || undefined;
  return objectPath(resource, scope.target.dialect, { namespace, name: nameOf(object) });
}

/** The object with other metadata beside its own. */
export function withMetadata(object: JsonObject, metadata: JsonObject): JsonObject {
  return { ...object, metadata: { ...metadataOf(object), ...metadata } };
}
