/**
 * The paths of a resource type (specification, "Path shapes").
 *
 * @module
 */
import type { Dialect } from "../client/dialect.ts";
import type { ResourceType } from "../client/resource_type.ts";

/** The part of a resource type that paths depend on. */
export type ListedPlace = Pick<
  ResourceType,
  "resource" | "plural" | "group" | "version" | "namespaced"
>;

/** The `apiVersion` of objects of a type. */
export function apiVersion(type: Pick<ListedPlace, "group" | "version">, dialect: Dialect): string {
  const group = type.group(dialect);
  return group === "" ? type.version : `${group}/${type.version}`;
}

/**
 * The path of a collection: in one namespace, or over all of them where none is named.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { DIALECTS } from "../client/dialect.ts";
 * import { collectionPath } from "./path.ts";
 * import { secret } from "./secret.ts";
 *
 * assertEquals(collectionPath(secret, DIALECTS.svc, "one"), "/api/v1/namespaces/one/secrets");
 * assertEquals(collectionPath(secret, DIALECTS.svc), "/api/v1/secrets");
 * ```
 */
export function collectionPath(type: ListedPlace, dialect: Dialect, namespace?: string): string {
  const root = type.group(dialect) === "" ? "/api" : "/apis";
  const base = `${root}/${apiVersion(type, dialect)}`;
  const plural = type.plural ?? type.resource;
  return namespace === undefined || !type.namespaced
    ? `${base}/${plural}`
    : `${base}/namespaces/${encodeURIComponent(namespace)}/${plural}`;
}

/** The path of one object. */
export function objectPath(
  type: ListedPlace,
  dialect: Dialect,
  key: { readonly namespace?: string | undefined; readonly name: string },
): string {
  return `${collectionPath(type, dialect, key.namespace)}/${encodeURIComponent(key.name)}`;
}
