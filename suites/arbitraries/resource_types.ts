/**
 * Arbitraries of resource types.
 *
 * @module
 */
import fc from "fast-check";
import { RESOURCE_TYPES } from "../resources/mod.ts";

/** Returns an arbitrary of resource names: all types equally often, as a bug may be in any. */
export function resourceName(): fc.Arbitrary<string> {
  return fc.constantFrom(...RESOURCE_TYPES.map((type) => type.resource));
}

/** Returns an arbitrary of the names of namespaced resources. */
export function namespacedResourceName(): fc.Arbitrary<string> {
  const names = RESOURCE_TYPES.filter((type) => type.namespaced).map((type) => type.resource);
  return fc.constantFrom(...names);
}
