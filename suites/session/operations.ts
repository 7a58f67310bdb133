/**
 * Every operation on every resource type, as a request that affects no object but the scope's.
 *
 * @module
 */
import {
  collectionPath,
  objectPath,
  type ResourceType,
  type TypedTarget,
  typeNamed,
  typesOf,
} from "../resources/mod.ts";
import type { Scope } from "../scope.ts";
import type { HttpRequest, JsonObject } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import { reviewsOf } from "../resources/reviews.ts";
import { reviewRequest } from "./reviews.ts";

/** The operations of the API. */
export type Operation =
  | "get"
  | "list"
  | "list-all-namespaces"
  | "watch"
  | "create"
  | "update"
  | "patch"
  | "delete"
  | "deletecollection"
  | "get-status"
  | "update-status"
  | "patch-status"
  | "review";

/** One operation on one type; for a review the type is its own. */
export interface OperationOnType {
  readonly operation: Operation;
  readonly resource: string;
}

const ON_ALL: readonly Operation[] = [
  "get",
  "list",
  "watch",
  "create",
  "update",
  "patch",
  "delete",
  "deletecollection",
];
const ON_STATUS: readonly Operation[] = ["get-status", "update-status", "patch-status"];

/** Returns the operations that a target is expected to support, on every type. */
export function operationsOn(
  target: Pick<Target, "lacks" | "types" | "served">,
): OperationOnType[] {
  return [
    ...typesOf(target).flatMap((type) =>
      [
        ...ON_ALL.filter((operation) => hasOperation(type, operation)),
        ...(type.namespaced ? ["list-all-namespaces" as const] : []),
        ...(type.resource === "deployments" ? ON_STATUS : []),
      ].map((operation) => ({ operation, resource: type.resource }))
    ),
    ...reviewsOf(target).map(({ resource }) => ({ operation: "review" as const, resource })),
  ];
}

/** Returns true if a type has an operation, or a form of one that begins with its verb. */
export function hasOperation({ unserved = [] }: ResourceType, operation: string): boolean {
  const verb = operation.split(/[ -]/)[0];
  const isPatch = /\b(patch|apply)\b/.test(operation);
  return !unserved.some((each) => each === (isPatch ? "patch" : verb));
}

/** Every operation of the API, on every type of the specification that supports it. */
export const ALL_OPERATIONS: readonly OperationOnType[] = operationsOn({});

/**
 * Returns the request of an operation. It affects the scope's objects only, in case that a target
 * accepts what it must reject.
 */
export function requestFor(scope: Scope, { operation, resource }: OperationOnType): HttpRequest {
  if (operation === "review") return reviewRequest(scope, resource);
  const type = typeNamed(scope.target, resource);
  const { target: { dialect } } = scope;
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  const collection = collectionPath(type, dialect, namespace);
  const object = objectPath(type, dialect, { namespace, name: scope.name("object", type) });
  const query = { labelSelector: scope.selector };
  const patch = {
    headers: { "content-type": "application/merge-patch+json" },
    body: { metadata: { labels: { changed: "yes" } } },
  };
  switch (operation) {
    case "get":
      return { method: "GET", path: object };
    case "list":
      return { method: "GET", path: collection, query };
    case "list-all-namespaces":
      return { method: "GET", path: collectionPath(type, dialect), query };
    case "watch":
      return {
        method: "GET",
        path: collection,
        query: { ...query, watch: "1", timeoutSeconds: "1" },
      };
    case "create":
      return { method: "POST", path: collection, body: scope.newObject(type, { name: "another" }) };
    case "update":
      return { method: "PUT", path: object, body: changed(scope, type) };
    case "patch":
      return { method: "PATCH", path: object, ...patch };
    case "delete":
      return { method: "DELETE", path: object };
    case "deletecollection":
      return { method: "DELETE", path: collection, query };
    case "get-status":
      return { method: "GET", path: `${object}/status` };
    case "update-status":
      return { method: "PUT", path: `${object}/status`, body: changed(scope, type) };
    case "patch-status":
      return { method: "PATCH", path: `${object}/status`, ...patch };
  }
}

function changed(scope: Scope, type: ResourceType): JsonObject {
  return scope.newObject(type, { content: 1, labels: { changed: "yes" } });
}

/** Returns the type of an operation, undefined for reviews. */
export function typeOf(
  target: TypedTarget,
  { resource }: OperationOnType,
): ResourceType | undefined {
  return typesOf(target).find((type) => type.resource === resource);
}
