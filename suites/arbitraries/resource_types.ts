/**
 * Arbitraries of resource types.
 *
 * @module
 */
import fc from "fast-check";
import { namesOf, type TypedTarget, typesOf } from "../resources/mod.ts";

/** Returns an arbitrary of resource names: all types equally often, as a bug may be in any. */
export function resourceName(target: TypedTarget = {}): fc.Arbitrary<string> {
  return fc.constantFrom(...namesOf(target));
}

/** Returns an arbitrary of the names of namespaced resources. */
export function namespacedResourceName(target: TypedTarget = {}): fc.Arbitrary<string> {
  const names = typesOf(target).filter((type) => type.namespaced).map((type) => type.resource);
  return fc.constantFrom(...names);
}
