/**
 * The operations of each resource type and of `status`, with the verbs that they need.
 *
 * @module
 */
import type { HttpRequest, JsonObject } from "../../client/http_client.ts";
import type { Target as ConnectedTarget } from "../../client/target.ts";
import { asObject } from "../../model/object.ts";
import { collectionPath, objectPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { type POLICY_VERBS, TARGETS } from "./policy_arbitraries.ts";
import type { ScopedTarget } from "./scoped_policies.ts";

/** A verb of permissions. */
export type AccessVerb = typeof POLICY_VERBS[number];

/** The verbs that each operation needs. */
export const NEEDED = {
  "get": ["get"],
  "list": ["list"],
  "list all namespaces": ["list"],
  "watch": ["watch"],
  "create": ["create"],
  "update": ["update"],
  "put that creates": ["create"],
  "merge patch": ["patch"],
  "JSON patch": ["patch"],
  "strategic merge patch": ["patch"],
  "apply": ["patch"],
  "apply that creates": ["patch", "create"],
  "delete": ["delete"],
  "deletecollection": ["deletecollection"],
} as const satisfies Record<string, readonly AccessVerb[]>;

/** An operation. */
export type AccessOperation = keyof typeof NEEDED;

const ON_STATUS: readonly AccessOperation[] = [
  "get",
  "update",
  "merge patch",
  "JSON patch",
  "strategic merge patch",
  "apply",
];
const READS: readonly AccessOperation[] = ["get", "list", "list all namespaces", "watch"];
const CREATING: readonly AccessOperation[] = ["create", "put that creates", "apply that creates"];

/** An operation on a target. */
export interface TargetOperation {
  /** An index in `TARGETS`. */
  readonly target: number;
  readonly operation: AccessOperation;
}

/** Returns all operations that a connected target is expected to support. */
export function operationsOf({ lacks = [] }: Pick<ConnectedTarget, "lacks">): TargetOperation[] {
  return TARGETS.flatMap((each, target) =>
    (Object.keys(NEEDED) as AccessOperation[])
      .filter((operation) => {
        if (each.subresource && !ON_STATUS.includes(operation)) return false;
        if (operation === "list all namespaces") return !each.resource.startsWith("cluster");
        if (operation.startsWith("apply")) return !lacks.includes("server-side-apply");
        const strategic = operation === "strategic merge patch";
        return !strategic || !lacks.includes("strategic-merge-patch");
      })
      .map((operation) => ({ target, operation }))
  );
}

/** Returns true for operations that only read. */
export function isRead(operation: AccessOperation): boolean {
  return READS.includes(operation);
}

/** Returns true for operations on all objects that they select. */
export function isOfCollection(operation: AccessOperation): boolean {
  return /^(list|watch|deletecollection)/.test(operation);
}

/** Returns true for operations that create an object. */
export function creates(operation: AccessOperation): boolean {
  return CREATING.includes(operation);
}

/** Returns an object for an operation, which has a label of its own. */
export function operatedObject(scope: Scope, target: ScopedTarget, name: string): JsonObject {
  const type = resourceType(target.resource);
  const object = scope.newObject(type, { name, labels: { operated: "yes" } });
  // A role without rules is never an escalation.
  return target.resource.endsWith("roles") ? { ...object, rules: [] } : object;
}

/** Returns the path of the object that an operation is about, in the first namespace by default. */
export function operatedPath(
  scope: Scope,
  target: ScopedTarget,
  name: string,
  inNamespace: string = scope.namespaces[0],
): string {
  const type = resourceType(target.resource);
  const namespace = type.namespaced ? inNamespace : undefined;
  return objectPath(type, scope.target.dialect, { namespace, name: scope.name(name) });
}

/** Returns the request of an operation on the object with this name, in the first namespace by default. */
export function operationRequest(
  scope: Scope,
  target: ScopedTarget,
  operation: AccessOperation,
  name: string,
  inNamespace: string = scope.namespaces[0],
): HttpRequest {
  const type = resourceType(target.resource);
  const { dialect } = scope.target;
  const namespace = type.namespaced ? inNamespace : undefined;
  const collection = collectionPath(type, dialect, namespace);
  const below = target.subresource && `/${target.subresource}`;
  const path = operatedPath(scope, target, name, inNamespace) + below;
  const query = { labelSelector: `${scope.selector},operated=yes` };
  const annotations = { operated: "again" };
  const object = operatedObject(scope, target, name);
  const patch = (sort: string, body: HttpRequest["body"]): HttpRequest => ({
    method: "PATCH",
    path,
    headers: { "content-type": `application/${sort}` },
    body: body!,
  });
  switch (operation) {
    case "get":
      return { method: "GET", path };
    case "list":
      return { method: "GET", path: collection, query };
    case "list all namespaces":
      return { method: "GET", path: collectionPath(type, dialect), query };
    case "watch":
      return { method: "GET", path: collection, query: { ...query, timeoutSeconds: "1" } };
    case "create":
      return { method: "POST", path: collection, body: object };
    case "update":
    case "put that creates": {
      const metadata = { ...asObject(object.metadata), annotations };
      return { method: "PUT", path, body: { ...object, metadata } };
    }
    case "merge patch":
      return patch("merge-patch+json", { metadata: { annotations } });
    case "strategic merge patch":
      return patch("strategic-merge-patch+json", { metadata: { annotations } });
    case "JSON patch":
      return patch("json-patch+json", [
        { op: "add", path: "/metadata/annotations", value: annotations },
      ]);
    case "apply":
    case "apply that creates":
      return {
        ...patch(
          "apply-patch+yaml",
          JSON.stringify({ ...object, metadata: { ...asObject(object.metadata), annotations } }),
        ),
        query: { fieldManager: "plumbline", force: "true" },
      };
    case "delete":
      return { method: "DELETE", path };
    case "deletecollection":
      return { method: "DELETE", path: collection, query };
  }
}
