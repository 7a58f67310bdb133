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

/** Returns why a check of namespaced types cannot run, if all types are cluster-scoped. */
export function withoutNamespacedType(
  { target }: { readonly target: TypedTarget },
): Promise<string | undefined> {
  const isWithout = namespacedTypesOf(target).length === 0;
  return Promise.resolve(isWithout ? "no namespaced resource type is checked" : undefined);
}
