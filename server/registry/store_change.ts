/**
 * The last step of every change of an object that is there: the write, and what follows it.
 *
 * @module
 */
import type { ApiObject } from "../object.ts";
import type { StoredVersion } from "../storage/storage.ts";
import type { Registry } from "./registry.ts";
import type { ResourceDefinition } from "./resource.ts";

/**
 * Writes new content, or removes the object where it is under deletion and nothing holds it.
 *
 * @param current what is there; the write fails where somebody else was faster
 * @throws {StorageError}
 */
export async function storeChange(
  { storage, admission, steps }: Pick<Registry, "storage" | "admission" | "steps">,
  definition: ResourceDefinition,
  { key, revision }: StoredVersion,
  object: ApiObject,
): Promise<StoredVersion> {
  const removes = steps.isFinished(object, definition);
  const written = await storage.transact(key, {
    expected: revision,
    object: removes ? undefined : object,
  });
  if (removes) {
    await admission.removed(definition, object);
    // What removes an object is answered as the write it is, not as what it removed.
    return { ...written, object, encodings: new Map() };
  }
  await admission.written(definition, object);
  if (object.metadata.deletionTimestamp) await admission.finalizing(definition, key);
  return written;
}

/** An object under deletion that nothing holds any more is removed, not changed. */
export function isFinished(object: ApiObject, { holdsDeletion }: ResourceDefinition): boolean {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  return deletionTimestamp !== undefined && finalizers.length === 0 && !holdsDeletion?.(object);
}
