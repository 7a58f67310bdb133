/**
 * Arbitraries of resource types.
 *
 * @module
 */
import fc from "fast-check";
import { namesOf, namespacedTypesOf, type TypedTarget } from "../resources/mod.ts";

/** Returns an arbitrary of resource names: all types equally often, as a bug may be in any. */
export function resourceName(target: TypedTarget = {}): fc.Arbitrary<string> {
  return fc.constantFrom(...namesOf(target));
}

/** Returns an arbitrary of the names of namespaced resources. */
export function namespacedResourceName(target: TypedTarget = {}): fc.Arbitrary<string> {
  return fc.constantFrom(...namespacedTypesOf(target).map(({ resource }) => resource));
}
