/**
 * Which resource type a case acts on.
 *
 * @module
 */
import fc from "fast-check";
import { RESOURCE_TYPES } from "../resources/mod.ts";

/** The name of a type: all are drawn, Secret most often as it is the plainest. */
export function resourceName(): fc.Arbitrary<string> {
  const [first, ...others] = RESOURCE_TYPES.map((type) => fc.constant(type.resource));
  return fc.oneof(
    { weight: others.length, arbitrary: first! },
    ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
  );
}

/** The name of a namespaced type. */
export function namespacedResourceName(): fc.Arbitrary<string> {
  const names = RESOURCE_TYPES.filter((type) => type.namespaced).map((type) => type.resource);
  return fc.constantFrom(...names);
}
