/**
 * What of the resources is stored, each of them once.
 *
 * @module
 */
import { type ResourceDefinition, storageKey } from "../registry/resource.ts";

/** The resources that are stored, by their keys: several versions of one are stored as one. */
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
