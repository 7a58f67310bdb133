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
import type { WriteHow } from "./create.ts";
import { storedSchemaOf } from "./decode_object.ts";
import { versionAsked } from "./object_meta.ts";
import { keyOf, type Registry, type Result, type VerbRequest } from "./registry.ts";
import type { ResourceDefinition } from "./resource.ts";

/** Replaces an object; creates it where the resource allows that by PUT. */
export async function update(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition, view } = request;
  const { steps } = registry;
  const options = steps.readWriteOptions(registry, context, "UpdateOptions");
  const shown = view ? { ...request, definition: view.definition } : request;
  const sent = await steps.decodeObject(registry, shown, options);
  steps.checkPlace(sent, definition, context.info);
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
    if (versionAsked(sent.metadata)) throw staleVersion(definition, context.info.name);
    await registry.authorize(context, "create");
    const version = await steps.createObject(registry, request, sent, { dryRun, manager });
    return { kind: "object", status: 201, version };
  }
  const replace = (current: ApiObject) => {
    steps.checkUid(sent, current, definition);
    return view ? view.set(current, sent) : structuredClone(sent);
  };
  const version = await steps.updateObject(registry, request, replace, { dryRun, manager });
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
  const { storage, steps } = registry;
  const { definition } = request;
  const key = keyOf(request);
  for (;;) {
    const current = await storage.get(key);
    if (!current) throw notFound(definition, key.name);
    const object = compute(current.object);
    const asked = versionAsked(object.metadata);
    if (!asked && definition.needsVersion) throw versionMissing(definition, key.name);
    if (asked && asked !== current.object.metadata.resourceVersion) {
      throw staleVersion(definition, key.name);
    }
    await prepare(registry, request, object, current.object, manager);
    if (steps.unchanged(object, current.object)) return current;
    if (dryRun) return { ...current, object: { ...object }, encodings: new Map() };
    try {
      return await steps.storeChange(registry, definition, current, object);
    } catch (error) {
      // Where the content insists on a version, the next round finds it stale.
      if ((error as StorageError).code === "conflict") continue;
      throw steps.translate(error, { storage, definition, name: key.name });
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
  const { steps } = registry;
  const { definition, strategy } = request;
  const { name, namespace = "" } = old.metadata;
  steps.carryOverMeta(object, old);
  steps.setDefaults(object, storedSchemaOf(definition, registry.dialect), registry.dialect);
  strategy.applyDefaults?.(object);
  if (manager !== undefined) steps.trackFields(registry, request, { live: old, object, manager });
  strategy.prepareForUpdate?.(object, old);
  const wholeSpec = !request.context.info.subresource || request.view;
  const counts = definition.countsGeneration && wholeSpec;
  if (counts && steps.contentChanged(object, old, definition)) {
    object.metadata.generation = (old.metadata.generation ?? 0) + 1;
  }
  const causes = [
    ...steps.validateMeta(object.metadata, definition),
    ...steps.validateMetaUpdate(object.metadata, old.metadata),
    ...steps.missingFields(object, storedSchemaOf(definition, registry.dialect)),
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
export function unchanged(object: ApiObject, old: ApiObject): boolean {
  object.metadata.resourceVersion = old.metadata.resourceVersion;
  const content = ({ metadata: { managedFields: _, ...metadata }, ...rest }: ApiObject) => ({
    ...rest,
    metadata,
  });
  return sameManagers(object.metadata.managedFields, old.metadata.managedFields) &&
    equal(content(object), content(old));
}

/** Tells whether a change counts for the generation. */
export function contentChanged(
  object: ApiObject,
  old: ApiObject,
  { countsAnnotations }: ResourceDefinition,
): boolean {
  const content = ({ metadata, status: _, ...rest }: ApiObject) =>
    countsAnnotations ? { ...rest, annotations: metadata.annotations } : rest;
  return !equal(content(object), content(old));
}
