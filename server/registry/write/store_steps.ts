/**
 * The last step of a write: it stores the object, or shows what would be stored.
 *
 * @module
 */
import { badRequest } from "../../api_error.ts";
import { sameManagers } from "../../apply/managers.ts";
import { decodeValue } from "../../codec/decode.ts";
import type { ObjectSchema } from "../../codec/schema.ts";
import type { Dialect } from "../../dialect.ts";
import type { ApiObject } from "../../object.ts";
import { StorageError, type StoredVersion } from "../../storage/storage.ts";
import { withoutEmptyMeta } from "../object_meta.ts";
import { schemaOf } from "../resource.ts";
import { sameContent } from "../same_content.ts";
import { isFinished, storeChange } from "../store_change.ts";
import { translate } from "../storage_error.ts";
import type { Write } from "./state.ts";

/**
 * Decides whether the object is removed: it is under deletion, and nothing blocks it any more. Sets
 * `removes`, and changes nothing. Skipped for a new object.
 */
export function finishDeletion(write: Write): void {
  write.removes = isFinished(write.object, write.definition);
}

/**
 * Stores the object and lets admission follow up; an unchanged one is not stored and has no event, and one
 * whose deletion is finished is removed. A dry run stores nothing. Sets
 * `result`, or `isOvertaken` if another writer was faster.
 *
 * @throws {ApiError} Conflict, AlreadyExists, or BadRequest for a new object with a resourceVersion
 */
export async function store(write: Write): Promise<void> {
  try {
    write.result = write.current ? await storeOver(write, write.current) : await storeNew(write);
  } catch (error) {
    if (isOvertaken(write, (error as StorageError).code)) {
      write.isOvertaken = true;
      return;
    }
    const { registry: { storage }, definition, object } = write;
    const { name } = (write.current?.object ?? object).metadata;
    throw translate(error, { storage, definition, name });
  }
}

/** Returns true for errors after which a write begins again. */
function isOvertaken(write: Write, code: string): boolean {
  const { current, registry: { storage } } = write;
  // If the content names a resourceVersion, the next attempt is a conflict.
  if (current) return code === "conflict" || (code === "missing" && write.form === "apply");
  // Another server of the store has changed what the checks and the allocated values depend on.
  if (code === "conflict" && storage.catchUp) return true;
  return code === "exists" && write.form === "apply";
}

async function storeNew(write: Write): Promise<StoredVersion> {
  const { registry, definition, key, object, dryRun, versionAsked } = write;
  // Behind all other checks, as in real servers.
  if (versionAsked && !mayName(versionAsked, dryRun, registry.dialect)) {
    throw badRequest("resourceVersion should not be set on objects to be created");
  }
  const place = { ...key, name: object.metadata.name };
  if (!dryRun) {
    const written = await registry.storage.transact(place, { expected: 0, object });
    await registry.admission.written(definition, object);
    return written;
  }
  if (versionAsked) object.metadata.resourceVersion = versionAsked;
  if (await registry.storage.get(place)) throw new StorageError("exists", place.name);
  return { key: place, revision: 0, object: asStored(write), encodings: new Map() };
}

/**
 * True if a create may name this resourceVersion. The storage of real servers rejects one; a dry run
 * does not reach it, and what is no number is ignored. By the specification ("Dry run") a dry run
 * fails like the request itself.
 */
const mayName = (resourceVersion: string, dryRun: boolean, { name }: Dialect): boolean =>
  name === "kubernetes" && (dryRun || !/^\d+$/.test(resourceVersion));

async function storeOver(write: Write, current: StoredVersion): Promise<StoredVersion> {
  const { registry, definition, object, dryRun, storedSchema } = write;
  if (!current.isStale && isUnchanged(object, current.object, storedSchema)) return current;
  if (dryRun) return { ...current, object: { ...asStored(write) }, encodings: new Map() };
  return await storeChange(registry, definition, current, object, write.removes);
}

/** Returns true if a write changes nothing: it gets no new resourceVersion and no event. */
function isUnchanged(object: ApiObject, old: ApiObject, schema: ObjectSchema): boolean {
  object.metadata.resourceVersion = old.metadata.resourceVersion;
  const content = ({ metadata: { managedFields: _, ...metadata }, ...rest }: ApiObject) => ({
    ...rest,
    metadata,
  });
  return sameManagers(object.metadata.managedFields, old.metadata.managedFields) &&
    sameContent(content(object), content(old), schema);
}

/** Returns an object that a dry run does not store, as a read would show it. */
function asStored({ object, definition, registry: { dialect } }: Write): ApiObject {
  const shown = withoutEmptyMeta(object);
  if (!definition.schema?.read) return shown;
  const decoded = decodeValue(shown, schemaOf(definition, dialect)).object;
  const whole = { ...decoded, metadata: shown.metadata } as ApiObject;
  // A part that the write dropped, such as the status of a create, has its default.
  definition.strategy?.applyDefaults?.(whole);
  return whole;
}
