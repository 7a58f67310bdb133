/**
 * The resources that are stored, each of them once.
 *
 * @module
 */
import { type ResourceDefinition, storageKey } from "../registry/resource.ts";

/** Returns the stored resources by storage key; several API versions of one share a key. */
export function storedResources(
  definitions: readonly ResourceDefinition[],
): ReadonlyMap<string, ResourceDefinition> {
  const stored = new Map<string, ResourceDefinition>();
  for (const definition of definitions) {
    const key = storageKey(definition);
    if (!definition.answer && !stored.has(key)) stored.set(key, definition);
  }
  return stored;
}
