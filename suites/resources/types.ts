/**
 * The list of resource types.
 *
 * @module
 */
import { deployment } from "./deployment.ts";
import type { ResourceType, Verb } from "../client/resource_type.ts";
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

/** The plural names of the types that roles and bindings are. */
export const RBAC_TYPES: readonly string[] = [
  "roles",
  "rolebindings",
  "clusterroles",
  "clusterrolebindings",
];

/** Returns true for a type of the specification, also with what was found out about it on a target. */
export function isSpecified(type: ResourceType): boolean {
  return RESOURCE_TYPES.some(({ resource, group }) =>
    resource === type.resource && group === type.group
  );
}

/** A target, as far as its types are concerned. */
export interface TypedTarget {
  /** The types to check. @default {RESOURCE_TYPES} */
  readonly types?: readonly ResourceType[];
}

/** Returns the resource types to check on a target: those of the API, or the target's own. */
export function typesOf({ types = RESOURCE_TYPES }: TypedTarget): readonly ResourceType[] {
  return types;
}

/** Returns those of the resource types to check for which the target serves all these verbs. */
export function typesServing(target: TypedTarget, ...verbs: readonly Verb[]): ResourceType[] {
  return typesOf(target).filter(({ unserved = [] }) =>
    verbs.every((verb) => !unserved.includes(verb))
  );
}

/** Returns true if objects of a type have the subresource `status`. */
export function hasStatus({ subresources = [] }: ResourceType): boolean {
  return subresources.includes("status");
}

/**
 * Returns the resource types for a check that has objects of all of them at the same time: without
 * those whose objects another one shows, too, as Events of two groups. They have the same plural name.
 */
export function separateTypesOf(target: TypedTarget): readonly ResourceType[] {
  const types = typesOf(target);
  const names = types.map(({ plural, resource }) => plural ?? resource);
  return types.filter((_type, index) => names.indexOf(names[index]!) === index);
}

/** Returns those of the resource types to check on a target whose objects are in namespaces. */
export function namespacedTypesOf(target: TypedTarget): readonly ResourceType[] {
  return typesOf(target).filter(({ namespaced }) => namespaced);
}

/** Returns the names in the URL of the resource types to check on a target. */
export function namesOf(target: TypedTarget): readonly string[] {
  return typesOf(target).map(({ resource }) => resource);
}

/**
 * Returns the resource type of the API with this name in the URL.
 *
 * @throws {RangeError} if there is none
 */
export function resourceType(resource: string): ResourceType {
  return typeNamed({}, resource);
}

/**
 * Returns the resource type to check on a target with this name in the URL.
 *
 * @throws {RangeError} if there is none
 */
export function typeNamed(target: TypedTarget, resource: string): ResourceType {
  const found = typesOf(target).find((type) => type.resource === resource);
  if (found === undefined) {
    throw new RangeError(`Cannot find the resource type "${resource}"`);
  }
  return found;
}
