/**
 * Arbitraries of resource types.
 *
 * @module
 */
import fc from "fast-check";
import { RESOURCE_TYPES } from "../resources/mod.ts";

/** Returns an arbitrary of resource names: all types, Secret most often as the simplest. */
export function resourceName(): fc.Arbitrary<string> {
  const [first, ...others] = RESOURCE_TYPES.map((type) => fc.constant(type.resource));
  return fc.oneof(
    { weight: others.length, arbitrary: first! },
    ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
  );
}

/** Returns an arbitrary of the names of namespaced resources. */
export function namespacedResourceName(): fc.Arbitrary<string> {
  const names = RESOURCE_TYPES.filter((type) => type.namespaced).map((type) => type.resource);
  return fc.constantFrom(...names);
}
