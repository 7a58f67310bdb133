/**
 * The last steps of a write: they store the object, or show what would be stored.
 *
 * @module
 */
import { badRequest } from "../../api_error.ts";
import type { Awaitable } from "../../awaitable.ts";
import { sameManagers } from "../../apply/managers.ts";
import { decodeValue } from "../../codec/decode.ts";
import type { ObjectSchema, Schema } from "../../codec/schema.ts";
import type { Dialect } from "../../dialect.ts";
import { type ApiObject, equal, type Json, type JsonObject } from "../../object.ts";
import { StorageError, type StoredVersion } from "../../storage/storage.ts";
import { withoutEmptyMeta } from "../object_meta.ts";
import { type ResourceDefinition, schemaOf } from "../resource.ts";
import type { Services } from "../services.ts";
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
export function store(write: Write): Awaitable<void> {
  try {
    const stored = write.current ? storeOver(write, write.current) : storeNew(write);
    if (!(stored instanceof Promise)) return finish(stored);
    return stored.then(finish, (error) => beginAgain(write, error));
  } catch (error) {
    beginAgain(write, error);
  }

  function finish(result: StoredVersion): void {
    write.result = result;
  }
}

/** Goes on with a value: at once if it is there, or else once its promise resolves. */
function goOn<Value, Next>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Next>,
): Awaitable<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Lets a write begin again that another writer has overtaken, and throws all other errors. */
function beginAgain(write: Write, error: unknown): void {
  write.isOvertaken = isOvertaken(write, (error as StorageError).code);
  if (write.isOvertaken) return;
  const { registry: { storage }, definition, object } = write;
  const { name } = (write.current?.object ?? object).metadata;
  throw translate(error, { storage, definition, name });
}

/** Returns true for errors after which a write begins again. */
function isOvertaken({ form, current, registry: { storage } }: Write, code: string): boolean {
  // If the content names a resourceVersion, the next attempt is a conflict. If the object is gone, the
  // next attempt makes it, or has nothing to change.
  if (current) return code === "conflict" || code === "missing";
  // Another server of the store has changed what the checks and the allocated values depend on.
  if (code === "conflict" && storage.catchUp) return true;
  return code === "exists" && form !== "create";
}

function storeNew(write: Write): Awaitable<StoredVersion> {
  const { registry, definition, key, object, dryRun, versionAsked } = write;
  // Behind all other checks, as in real servers.
  if (versionAsked && !mayName(versionAsked, dryRun, registry.dialect)) {
    throw badRequest("resourceVersion should not be set on objects to be created");
  }
  const place = { ...key, name: object.metadata.name };
  if (!dryRun) {
    return goOn(
      registry.storage.transact(place, { expected: 0, object }),
      (written) => goOn(registry.admission.written(definition, object), () => written),
    );
  }
  if (versionAsked) object.metadata.resourceVersion = versionAsked;
  return goOn(registry.storage.get(place), (present) => {
    if (present) throw new StorageError("exists", place.name);
    return { key: place, revision: 0, object: asStored(write), encodings: new Map() };
  });
}

/**
 * True if a create may name this resourceVersion. The storage of real servers rejects one; a dry run
 * does not reach it, and what is no number is ignored. By the specification ("Dry run") a dry run
 * fails like the request itself.
 */
const mayName = (resourceVersion: string, dryRun: boolean, { name }: Dialect): boolean =>
  name === "kubernetes" && (dryRun || !/^\d+$/.test(resourceVersion));

function storeOver(write: Write, current: StoredVersion): Awaitable<StoredVersion> {
  const { registry, definition, object, dryRun, storedSchema } = write;
  if (!current.isStale && isUnchanged(object, current.object, storedSchema)) return current;
  if (dryRun) return { ...current, object: { ...asStored(write) }, encodings: new Map() };
  return storeChange(registry, definition, current, object, write.removes);
}

/** Returns true if a write changes nothing: it gets no new resourceVersion and no event. */
function isUnchanged(object: ApiObject, old: ApiObject, schema: ObjectSchema): boolean {
  const { metadata } = object;
  metadata.resourceVersion = old.metadata.resourceVersion;
  return sameFields(object, old, fieldOf(schema), "metadata") &&
    sameFields(metadata, old.metadata, fieldOf(fieldOf(schema)("metadata")), "managedFields") &&
    sameManagers(metadata.managedFields, old.metadata.managedFields);
}

/**
 * Returns true if two values are stored alike: they are equal but for lists that are empty in one
 * and missing in the other.
 *
 * @param schema the schema of both; values that it does not know must be equal
 */
function sameContent(
  before: Json | undefined,
  after: Json | undefined,
  schema: Schema | undefined,
): boolean {
  if (before === after) return true;
  if (schema?.type === "list") {
    return isEmpty(before) && isEmpty(after) || sameItems(before, after, schema.items);
  }
  if (!isObject(before) || !isObject(after) || !hasFields(schema)) return equal(before, after);
  return sameFields(before, after, fieldOf(schema));
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || Array.isArray(value) && value.length === 0;

function sameItems(before: Json | undefined, after: Json | undefined, schema: Schema): boolean {
  return Array.isArray(before) && Array.isArray(after) && before.length === after.length &&
    before.every((item, at) => sameContent(item, after[at], schema));
}

/** Returns true if two objects have the same fields, but for one that is not compared. */
function sameFields(
  before: JsonObject,
  after: JsonObject,
  schemaOf: (name: string) => Schema | undefined,
  ignored?: string,
): boolean {
  const same = (name: string) =>
    name === ignored || sameContent(before[name], after[name], schemaOf(name));
  return Object.keys(before).every(same) &&
    Object.keys(after).every((name) => Object.hasOwn(before, name) || same(name));
}

/** Returns true for a type that says what its parts are. */
const hasFields = (schema: Schema | undefined) =>
  schema?.type === "map" || schema?.type === "object" && !schema.read;

/** Returns a function that finds the type of a part. */
const fieldOf = (schema: Schema | undefined) => (name: string): Schema | undefined =>
  schema?.type === "map"
    ? schema.values
    : schema?.type === "object" && !schema.read
    ? schema.fields.get(name)?.schema
    : undefined;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Writes new content, or removes the object if it is under deletion and nothing blocks it.
 *
 * @param current the object to replace; the write fails if another client wrote in between
 * @param removes true if the object is removed
 * @throws {StorageError}
 */
export function storeChange(
  { storage, admission }: Pick<Services, "storage" | "admission">,
  definition: ResourceDefinition,
  { key, revision }: StoredVersion,
  object: ApiObject,
  removes = isFinished(object, definition),
): Awaitable<StoredVersion> {
  const content = removes ? undefined : object;
  return goOn(storage.transact(key, { expected: revision, object: content }), (written) => {
    if (removes) {
      // The response to a removing write is the written object, not the removed one.
      const shown = { ...written, object: withoutEmptyMeta(object), encodings: new Map() };
      return goOn(admission.removed(definition, object), () => shown);
    }
    const followed = goOn(
      admission.written(definition, object),
      () => object.metadata.deletionTimestamp ? admission.finalizing(definition, key) : undefined,
    );
    return goOn(followed, () => written);
  });
}

/** Returns true for an object under deletion that nothing blocks: it is removed, not changed. */
export function isFinished(object: ApiObject, { holdsDeletion }: ResourceDefinition): boolean {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  return deletionTimestamp !== undefined && finalizers.length === 0 && !holdsDeletion?.(object);
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
