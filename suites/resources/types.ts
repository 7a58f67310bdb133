/**
 * The list of resource types: one more is one file and one line here.
 *
 * @module
 */
import { clusterRole } from "./cluster_role.ts";
import { clusterRoleBinding } from "./cluster_role_binding.ts";
import { deployment } from "./deployment.ts";
import type { ResourceType } from "./resource_type.ts";
import { role } from "./role.ts";
import { roleBinding } from "./role_binding.ts";
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
 * The type with this name in the URL.
 *
 * @throws {RangeError} when no type has it
 */
export function resourceType(resource: string): ResourceType {
  const found = RESOURCE_TYPES.find((type) => type.resource === resource);
  if (found === undefined) {
    throw new RangeError(`Cannot find the resource type as no type is named so: "${resource}"`);
  }
  return found;
}
