/**
 * Stores a changed object, or removes it at the end of its deletion; admission follows up.
 *
 * @module
 */
import type { ApiObject } from "../object.ts";
import type { StoredVersion } from "../storage/storage.ts";
import type { Services } from "./services.ts";
import { withoutEmptyMeta } from "./object_meta.ts";
import type { ResourceDefinition } from "./resource.ts";

/**
 * Writes new content, or removes the object if it is under deletion and nothing blocks it.
 *
 * @param current the object to replace; the write fails if another client wrote in between
 * @param removes true if the object is removed
 * @throws {StorageError}
 */
export async function storeChange(
  { storage, admission }: Pick<Services, "storage" | "admission">,
  definition: ResourceDefinition,
  { key, revision }: StoredVersion,
  object: ApiObject,
  removes = isFinished(object, definition),
): Promise<StoredVersion> {
  const written = await storage.transact(key, {
    expected: revision,
    object: removes ? undefined : object,
  });
  if (removes) {
    await admission.removed(definition, object);
    // The response to a removing write is the written object, not the removed one.
    return { ...written, object: withoutEmptyMeta(object), encodings: new Map() };
  }
  await admission.written(definition, object);
  if (object.metadata.deletionTimestamp) await admission.finalizing(definition, key);
  return written;
}

/** Returns true for an object under deletion that nothing blocks: it is removed, not changed. */
export function isFinished(object: ApiObject, { holdsDeletion }: ResourceDefinition): boolean {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  return deletionTimestamp !== undefined && finalizers.length === 0 && !holdsDeletion?.(object);
}
