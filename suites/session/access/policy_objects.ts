/**
 * Creates the roles and bindings of a policy as objects of the scope.
 *
 * @module
 */
import { Discard } from "../../check.ts";
import type { Binding, Policy, Role } from "../../model/access/policy.ts";
import { collectionPath, objectPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { hasOperation } from "../operations.ts";

/**
 * Creates all roles, then all bindings.
 *
 * @throws {Discard} if any is rejected
 */
export async function putPolicy(scope: Scope, { roles, bindings }: Policy): Promise<void> {
  const responses = [
    ...await Promise.all(roles.map((role) => putRole(scope, role))),
    ...await Promise.all(bindings.map((binding) => putBinding(scope, binding))),
  ];
  const rejected = responses.find(({ status }) => status >= 300);
  if (rejected) throw new Discard(`a role or binding could not be created: ${rejected.status}`);
}

/** Creates a role. */
export function putRole(scope: Scope, role: Role, extra: JsonObject = {}): Promise<HttpResponse> {
  const type = resourceType(role.namespace === undefined ? "clusterroles" : "roles");
  return scope.create(type, { ...objectOf(scope, type.kind, role), ...extra, ...rulesOf(role) });
}

/** Creates a binding. */
export function putBinding(scope: Scope, binding: Binding): Promise<HttpResponse> {
  return scope.create(bindingType(binding), bindingObject(scope, binding));
}

/** Returns the object of a binding. */
export function bindingObject(scope: Scope, binding: Binding): JsonObject {
  const apiGroup = `rbac.authorization.${scope.target.dialect.suffix}`;
  return {
    ...objectOf(scope, bindingType(binding).kind, binding),
    roleRef: { apiGroup, ...binding.role },
    subjects: binding.subjects.map((subject) => ({ ...subject })),
  };
}

/** Returns the object of a role. */
export function roleObject(scope: Scope, role: Role): JsonObject {
  const kind = role.namespace === undefined ? "ClusterRole" : "Role";
  return { ...objectOf(scope, kind, role), ...rulesOf(role) };
}

/** Removes a binding. */
export async function dropBinding(scope: Scope, binding: Binding): Promise<void> {
  const path = objectPath(bindingType(binding), scope.target.dialect, binding);
  const { status } = await scope.send({ method: "DELETE", path });
  if (status >= 300) throw new Discard(`a binding could not be removed: ${status}`);
}

/**
 * Removes a binding by a deletion of its collection, where it has a namespace: a server that ignores
 * selectors would delete everybody's ClusterRoleBindings.
 */
export async function dropBindingOfCollection(scope: Scope, binding: Binding): Promise<void> {
  const type = bindingType(binding);
  const { namespace, name } = binding;
  if (namespace === undefined || !hasOperation(type, "deletecollection")) {
    return await dropBinding(scope, binding);
  }
  const path = collectionPath(type, scope.target.dialect, namespace);
  const query = { labelSelector: scope.selector, fieldSelector: `metadata.name=${name}` };
  const { status } = await scope.send({ method: "DELETE", path, query });
  if (status >= 300) throw new Discard(`a binding could not be removed: ${status}`);
}

/** Replaces the subjects of a binding. */
export async function changeSubjects(scope: Scope, binding: Binding): Promise<void> {
  const path = objectPath(bindingType(binding), scope.target.dialect, binding);
  const body = bindingObject(scope, binding);
  const { status } = await scope.send({ method: "PUT", path, body });
  if (status >= 300) throw new Discard(`a binding could not be changed: ${status}`);
}

/** Removes a role. */
export async function dropRole(scope: Scope, role: Role): Promise<void> {
  const path = objectPath(roleType(role), scope.target.dialect, role);
  const { status } = await scope.send({ method: "DELETE", path });
  if (status >= 300) throw new Discard(`a role could not be removed: ${status}`);
}

/** Replaces the rules of a role. */
export async function changeRules(scope: Scope, role: Role): Promise<void> {
  const type = roleType(role);
  const { status } = await scope.send({
    method: "PATCH",
    path: objectPath(type, scope.target.dialect, role),
    headers: { "content-type": "application/merge-patch+json" },
    body: rulesOf(role),
  });
  if (status >= 300) throw new Discard(`a role could not be changed: ${status}`);
}

function roleType({ namespace }: Role) {
  return resourceType(namespace === undefined ? "clusterroles" : "roles");
}

function bindingType({ namespace }: Binding) {
  return resourceType(namespace === undefined ? "clusterrolebindings" : "rolebindings");
}

function rulesOf({ rules }: Role): JsonObject {
  return { rules: rules.map((rule) => JSON.parse(JSON.stringify(rule))) };
}

function objectOf(
  { target, labels }: Scope,
  kind: string,
  { name, namespace }: { readonly name: string; readonly namespace?: string | undefined },
): JsonObject {
  return {
    apiVersion: `rbac.authorization.${target.dialect.suffix}/v1`,
    kind,
    metadata: { name, ...(namespace !== undefined && { namespace }), labels: { ...labels } },
  };
}
