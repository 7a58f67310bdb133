/**
 * The verb update, and the way every change of an existing object goes.
 *
 * @module
 */
import { badRequest, conflict, invalid, notFound, staleVersion } from "../api_error.ts";
import { sameManagers } from "../apply/managers.ts";
import { equal } from "../json_equal.ts";
import type { ApiObject } from "../object.ts";
import type { StorageError, StoredVersion } from "../storage/storage.ts";
import { createObject, type WriteHow } from "./create.ts";
import { setDefaults } from "../codec/defaults.ts";
import { missingFields } from "../codec/required.ts";
import { decodeObject, storedSchemaOf } from "./decode_object.ts";
import { trackFields } from "./field_tracking.ts";
import {
  carryOverMeta,
  checkPlace,
  checkUid,
  validateMeta,
  validateMetaUpdate,
} from "./object_meta.ts";
import { keyOf, type Registry, type Result, type VerbRequest } from "./registry.ts";
import type { ResourceDefinition } from "./resource.ts";
import { translate } from "./storage_error.ts";
import { storeChange } from "./store_change.ts";
import { readWriteOptions } from "./write_options.ts";

/** Replaces an object; creates it where the resource allows that by PUT. */
export async function update(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition } = request;
  const options = readWriteOptions(registry, context, "UpdateOptions");
  const sent = await decodeObject(registry, request, options);
  checkPlace(sent, definition, context.info);
  if (!sent.metadata.name) {
    throw badRequest(
      `Cannot update ${definition.resource} "${context.info.name}" as the object has no metadata.name`,
    );
  }
  const { dryRun, fieldManager: manager } = options;
  const current = await registry.storage.get(keyOf(request));
  if (!current && sent.metadata.uid) {
    const why = `there is none that could have the uid ${sent.metadata.uid}`;
    throw conflict(definition, context.info.name, why);
  }
  if (!current && definition.createsOnUpdate && !context.info.subresource) {
    if (sent.metadata.resourceVersion) throw staleVersion(definition, context.info.name);
    await registry.authorize(context, "create");
    const version = await createObject(registry, request, sent, { dryRun, manager });
    return { kind: "object", status: 201, version };
  }
  const replace = (current: ApiObject) => {
    checkUid(sent, current, definition);
    return structuredClone(sent);
  };
  const version = await updateObject(registry, request, replace, { dryRun, manager });
  return { kind: "object", status: 200, version };
}

/**
 * Changes an object: computes the new content from the current one and writes it, again and again
 * where somebody else was faster, unless the content insists on a version.
 *
 * @param compute makes the new content; it must not change the current one it is given
 * @throws {ApiError} NotFound, Conflict for a stale version or uid, Invalid
 */
export async function updateObject(
  registry: Registry,
  request: VerbRequest,
  compute: (current: ApiObject) => ApiObject,
  { dryRun, manager }: WriteHow,
): Promise<StoredVersion> {
  const { storage } = registry;
  const { definition } = request;
  const key = keyOf(request);
  for (;;) {
    const current = await storage.get(key);
    if (!current) throw notFound(definition, key.name);
    const object = compute(current.object);
    const asked = object.metadata.resourceVersion;
    if (!asked && definition.needsVersion) throw versionMissing(definition, key.name);
    if (asked && asked !== current.object.metadata.resourceVersion) {
      throw staleVersion(definition, key.name);
    }
    await prepare(registry, request, object, current.object, manager);
    if (unchanged(object, current.object)) return current;
    if (dryRun) return { ...current, object: { ...object }, encodings: new Map() };
    try {
      return await storeChange(registry, definition, current, object);
    } catch (error) {
      // Where the content insists on a version, the next round finds it stale.
      if ((error as StorageError).code === "conflict") continue;
      throw translate(error, { storage, definition, name: key.name });
    }
  }
}

/** Everything between the content a client sent and the content that is stored. */
async function prepare(
  registry: Registry,
  request: VerbRequest,
  object: ApiObject,
  old: ApiObject,
  manager: string | undefined,
): Promise<void> {
  const { definition, strategy } = request;
  const { name, namespace = "" } = old.metadata;
  carryOverMeta(object, old);
  setDefaults(object, storedSchemaOf(definition, registry.dialect), registry.dialect);
  strategy.applyDefaults?.(object);
  if (manager !== undefined) trackFields(registry, request, { live: old, object, manager });
  strategy.prepareForUpdate?.(object, old);
  const counts = definition.countsGeneration && !request.context.info.subresource;
  if (counts && contentChanged(object, old, definition)) {
    object.metadata.generation = (old.metadata.generation ?? 0) + 1;
  }
  const causes = [
    ...validateMeta(object.metadata, definition),
    ...validateMetaUpdate(object.metadata, old.metadata),
    ...missingFields(object, storedSchemaOf(definition, registry.dialect)),
    ...(strategy.validate?.(object) ?? []),
    ...(strategy.validateUpdate?.(object, old) ?? []),
  ];
  if (causes.length > 0) throw invalid(definition, name, causes);
  const { user } = request.context;
  await registry.admission.admit({
    verb: "update",
    definition,
    namespace,
    name,
    user,
    object,
    old,
  });
}

const versionMissing = (definition: ResourceDefinition, name: string) =>
  invalid(definition, name, [{
    reason: "FieldValueInvalid",
    field: "metadata.resourceVersion",
    message: "Invalid value: must be specified for an update",
  }]);

/** A write that changes nothing is no write: no new version, no event. */
function unchanged(object: ApiObject, old: ApiObject): boolean {
  object.metadata.resourceVersion = old.metadata.resourceVersion;
  const content = ({ metadata: { managedFields: _, ...metadata }, ...rest }: ApiObject) => ({
    ...rest,
    metadata,
  });
  return sameManagers(object.metadata.managedFields, old.metadata.managedFields) &&
    equal(content(object), content(old));
}

function contentChanged(
  object: ApiObject,
  old: ApiObject,
  { countsAnnotations }: ResourceDefinition,
): boolean {
  const content = ({ metadata, status: _, ...rest }: ApiObject) =>
    countsAnnotations ? { ...rest, annotations: metadata.annotations } : rest;
  return !equal(content(object), content(old));
}
