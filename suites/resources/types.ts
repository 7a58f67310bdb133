/**
 * The list of resource types.
 *
 * @module
 */
import { deployment } from "./deployment.ts";
import type { ResourceType } from "./resource_type.ts";
import { clusterRoleBinding, roleBinding } from "./role_bindings.ts";
import { clusterRole, role } from "./roles.ts";
import { secret } from "./secret.ts";

/** The resource types of the API; the most used one is first. */
export const RESOURCE_TYPES: readonly [ResourceType, ...ResourceType[]] = [
  secret,
  deployment,
  role,
  roleBinding,
  clusterRole,
  clusterRoleBinding,
];

/**
 * Returns the resource type with this name in the URL.
 *
 * @throws {RangeError} if there is none
 */
export function resourceType(resource: string): ResourceType {
  const found = RESOURCE_TYPES.find((type) => type.resource === resource);
  if (found === undefined) {
    throw new RangeError(`Cannot find the resource type "${resource}"`);
  }
  return found;
}
