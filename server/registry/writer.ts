/**
 * Creates, updates and deletes objects: metadata, defaults, validation, admission, storage.
 *
 * @module
 */
import type { DeleteOptions, PropagationPolicy } from "./write_options.ts";
import {
  alreadyExists,
  badRequest,
  type Cause,
  conflict,
  invalid,
  notFound,
  staleVersion,
} from "../api_error.ts";
import { sameManagers } from "../apply/managers.ts";
import { setDefaults } from "../codec/defaults.ts";
import { missingFields, warningItems } from "../codec/decode.ts";
import type { RequestContext } from "../context.ts";
import type { Dialect } from "../dialect.ts";
import { type ApiObject, copyOf, equal } from "../object.ts";
import type { ObjectKey, StorageError, StoredVersion } from "../storage/storage.ts";
import type {
  Deletion,
  Registry,
  VerbRequest,
  WriteAttributes,
  WriteMode,
  Writer,
} from "./contracts.ts";
import {
  carryOverMeta,
  checkUid,
  initializeMeta,
  timestamp,
  validateMeta,
  validateMetaUpdate,
  versionAsked,
  withoutEmptyMeta,
} from "./object_meta.ts";
import type { ObjectSchema } from "../codec/schema.ts";
import { sameContent } from "./same_content.ts";
import {
  isOtherType,
  keyOf,
  type ResourceDefinition,
  schemaOf,
  storedSchemaOf,
  type WarnedWrite,
} from "./resource.ts";
import { translate } from "./storage_error.ts";

/** Stores a new decoded object, for a POST, PUT or apply. */
async function createObject(
  registry: Registry,
  request: VerbRequest,
  sent: ApiObject,
  mode: WriteMode,
): Promise<StoredVersion> {
  const { writer } = registry;
  const { dryRun, manager } = mode;
  const { definition, strategy } = request;
  const { namespace } = request.context.info;
  const original = registry.storage.catchUp && copyOf(sent);
  const asked = versionAsked(sent.metadata);
  writer.initializeMeta(sent, definition, namespace, registry.sources);
  const { user, warnings } = request.context;
  const attributes = { verb: "create", definition, namespace, user, warnings, dryRun } as const;
  const object = await mutated(registry, request, {
    ...attributes,
    name: sent.metadata.name ?? "",
    object: sent,
  });
  if (manager !== undefined) {
    await request.context.pause?.();
    registry.patcher.trackFields(registry, request, { live: undefined, object, manager });
    await request.context.pause?.();
  }
  await registry.admission.allocate({ ...attributes, name: object.metadata.name, object });
  strategy.prepareForCreate?.(object);
  const own = [
    ...contentCauses(registry, request, object),
    ...(strategy.validateRules?.(object, undefined) ?? []),
  ];
  const isLast = definition.metadataLast || isOtherType(object, definition);
  const causes = isLast && own.length > 0
    ? own
    : [...writer.validateMeta(object.metadata, definition), ...own];
  if (causes.length > 0) throw invalid(definition, object.metadata.name ?? "", causes);
  strategy.complete?.(object);
  warn(definition, object, warnings);
  await request.context.pause?.();
  const { name } = object.metadata;
  const key = { ...keyOf(request), name };
  await registry.admission.admit({ ...attributes, name, object });
  // Behind all other checks, as in real servers.
  if (asked && !mayName(asked, dryRun, registry.dialect)) {
    throw badRequest("resourceVersion should not be set on objects to be created");
  }
  if (dryRun) {
    if (asked) object.metadata.resourceVersion = asked;
    return await writer.rehearse(registry, request, key.name, object);
  }
  try {
    const written = await registry.storage.transact(key, { expected: 0, object });
    await registry.admission.written(definition, object);
    return written;
  } catch (error) {
    // Another server of the store has changed what the checks and the allocated values depend on.
    if (original && (error as StorageError).code === "conflict") {
      return await createObject(registry, request, original, mode);
    }
    throw translate(error, { storage: registry.storage, definition, name });
  }
}

/** Adds the warnings about a valid object to those of the response. */
function warn(
  { warnings }: ResourceDefinition,
  object: ApiObject,
  added: Set<string>,
  how: WarnedWrite = { isChanged: true, isWhole: true },
): void {
  warningItems(warnings?.(object, how) ?? []).forEach((item) => added.add(item));
}

/** Returns the errors of an object by its schema and by the rules of its kind. */
function contentCauses(
  { writer, dialect }: Registry,
  { definition, strategy }: VerbRequest,
  object: ApiObject,
): Cause[] {
  const all = writer.missingFields(object, storedSchemaOf(definition, dialect));
  const missing = definition.ownMissing
    ? all.filter(({ field = "" }) => field.startsWith("metadata."))
    : all;
  if (missing.length === 0) return strategy.validate?.(object) ?? [];
  const fields = new Set(missing.map(({ field }) => field));
  const isReported = ({ reason, field }: Cause) =>
    reason === "FieldValueRequired" && fields.has(field);
  return [...missing, ...(strategy.validate?.(object) ?? []).filter((cause) => !isReported(cause))];
}

/** Returns the object with its defaults, and with the changes of admission. */
async function mutated(
  { writer, admission, dialect }: Registry,
  { definition, strategy }: VerbRequest,
  write: WriteAttributes & { readonly object: ApiObject },
): Promise<ApiObject> {
  const withDefaults = (object: ApiObject) => {
    writer.setDefaults(object, storedSchemaOf(definition, dialect), dialect);
    strategy.applyDefaults?.(object);
    return object;
  };
  const object = withDefaults(write.object);
  const changed = await admission.mutate(write);
  return changed ? withDefaults(copyOf(changed)) : object;
}

/**
 * True if a create may name this resourceVersion. The storage of real servers rejects one; a dry run
 * does not reach it, and what is no number is ignored. By the specification ("Dry run") a dry run
 * fails like the request itself.
 */
const mayName = (resourceVersion: string, dryRun: boolean, { name }: Dialect): boolean =>
  name === "kubernetes" && (dryRun || !/^\d+$/.test(resourceVersion));

/** Returns the response to a dry-run create: the object, without a resourceVersion of its own. */
async function rehearse(
  registry: Registry,
  request: VerbRequest,
  name: string,
  object: ApiObject,
): Promise<StoredVersion> {
  const key = { ...keyOf(request), name };
  if (await registry.storage.get(key)) throw alreadyExists(request.definition, name);
  const shown = asStored(registry, request.definition, object);
  return { key, revision: 0, object: shown, encodings: new Map() };
}

/** Returns an object that a dry run does not store, as a read would show it. */
function asStored(
  { decoder, dialect }: Registry,
  definition: ResourceDefinition,
  object: ApiObject,
): ApiObject {
  const shown = withoutEmptyMeta(object);
  if (!definition.schema?.read) return shown;
  const decoded = decoder.decodeValue(shown, schemaOf(definition, dialect)).object;
  const whole = { ...decoded, metadata: shown.metadata } as ApiObject;
  // A part that the write dropped, such as the status of a create, has its default.
  definition.strategy?.applyDefaults?.(whole);
  return whole;
}

/**
 * Changes an object: computes the new content from the current one and writes it, again and again
 * if another client wrote in between, unless the content names a resourceVersion.
 *
 * @param compute returns the new content; it must not change its argument
 * @throws {ApiError} NotFound, Conflict for a stale resourceVersion or uid, Invalid
 */
async function updateObject(
  registry: Registry,
  request: VerbRequest,
  compute: (current: ApiObject) => ApiObject,
  mode: WriteMode,
): Promise<StoredVersion> {
  const { dryRun } = mode;
  const { storage, writer } = registry;
  const { definition } = request;
  const key = keyOf(request);
  for (;;) {
    const current = await storage.get(key);
    if (!current) throw notFound(definition, key.name);
    const computed = compute(current.object);
    const asked = versionAsked(computed.metadata);
    if (!asked && definition.needsVersion) throw versionMissing(definition, key.name);
    if (asked && asked !== current.object.metadata.resourceVersion) {
      throw staleVersion(definition, key.name);
    }
    const object = await prepare(registry, request, computed, current.object, mode);
    const schema = storedSchemaOf(definition, registry.dialect);
    if (!current.isStale && writer.unchanged(object, current.object, schema)) return current;
    if (dryRun) {
      const shown = asStored(registry, definition, object);
      return { ...current, object: { ...shown }, encodings: new Map() };
    }
    try {
      return await writer.storeChange(registry, definition, current, object);
    } catch (error) {
      // If the content names a resourceVersion, the next attempt is a conflict.
      if ((error as StorageError).code === "conflict") continue;
      throw translate(error, { storage, definition, name: key.name });
    }
  }
}

/** Prepares the content of a client for storage: metadata, defaults, validation, admission. */
async function prepare(
  registry: Registry,
  request: VerbRequest,
  computed: ApiObject,
  old: ApiObject,
  { dryRun, manager }: WriteMode,
): Promise<ApiObject> {
  const { writer } = registry;
  const { definition, strategy, context: { user, warnings, info: { subresource } } } = request;
  const { name, namespace = "" } = old.metadata;
  writer.carryOverMeta(computed, old);
  const write = {
    verb: "update",
    ...{ definition, namespace, name, user, warnings, dryRun, subresource, old },
  } as const;
  const object = await mutated(registry, request, { ...write, object: computed });
  if (manager !== undefined) {
    await request.context.pause?.();
    registry.patcher.trackFields(registry, request, { live: old, object, manager });
    await request.context.pause?.();
  }
  await registry.admission.allocate({ ...write, object });
  strategy.prepareForUpdate?.(object, old);
  const wholeSpec = !request.context.info.subresource || request.view;
  const counts = definition.countsGeneration && wholeSpec;
  const isChanged = wholeSpec && writer.contentChanged(object, old, definition);
  if (counts && isChanged) {
    object.metadata.generation = (old.metadata.generation ?? 0) + 1;
  }
  const causes = [
    ...writer.validateMeta(
      object.metadata,
      strategy.takesAnyFinalizer ? { ...definition, takesAnyFinalizer: true } : definition,
    ),
    ...writer.validateMetaUpdate(object.metadata, old.metadata),
    ...contentCauses(registry, request, object),
    ...(strategy.validateUpdate?.(object, old) ?? []),
    ...(strategy.validateRules?.(object, old) ?? []),
  ];
  if (causes.length > 0) throw invalid(definition, name, causes);
  warn(definition, object, warnings, {
    isChanged: Boolean(isChanged),
    isWhole: Boolean(wholeSpec),
  });
  await request.context.pause?.();
  await registry.admission.admit({ ...write, object });
  return object;
}

const versionMissing = (definition: ResourceDefinition, name: string) =>
  invalid(definition, name, [{
    reason: "FieldValueInvalid",
    field: "metadata.resourceVersion",
    message: "Invalid value: 0x0: must be specified for an update",
  }]);

/** Returns true if a write changes nothing: it gets no new resourceVersion and no event. */
function unchanged(object: ApiObject, old: ApiObject, schema: ObjectSchema): boolean {
  object.metadata.resourceVersion = old.metadata.resourceVersion;
  const content = ({ metadata: { managedFields: _, ...metadata }, ...rest }: ApiObject) => ({
    ...rest,
    metadata,
  });
  return sameManagers(object.metadata.managedFields, old.metadata.managedFields) &&
    sameContent(content(object), content(old), schema);
}

/** Returns true if a change increments the generation. */
function contentChanged(
  object: ApiObject,
  old: ApiObject,
  { countsAnnotations, countsStatus }: ResourceDefinition,
): boolean {
  const content = ({ metadata, status, ...rest }: ApiObject) => ({
    ...rest,
    ...(countsStatus && { status }),
    ...(countsAnnotations && { annotations: metadata.annotations }),
  });
  return !equal(content(object), content(old));
}

/**
 * Writes new content, or removes the object if it is under deletion and nothing blocks it.
 *
 * @param current the object to replace; the write fails if another client wrote in between
 * @throws {StorageError}
 */
async function storeChange(
  { storage, admission, writer }: Pick<Registry, "storage" | "admission" | "writer">,
  definition: ResourceDefinition,
  { key, revision }: StoredVersion,
  object: ApiObject,
): Promise<StoredVersion> {
  const removes = writer.isFinished(object, definition);
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
function isFinished(object: ApiObject, { holdsDeletion }: ResourceDefinition): boolean {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  return deletionTimestamp !== undefined && finalizers.length === 0 && !holdsDeletion?.(object);
}

/** Deletes an object or marks it for deletion; repeats if another client wrote in between. */
async function deleteObject(
  registry: Registry,
  definition: ResourceDefinition,
  key: ObjectKey,
  options: DeleteOptions,
  by?: Pick<RequestContext, "user" | "warnings">,
): Promise<Deletion | undefined> {
  const { storage, sources, admission, writer } = registry;
  for (;;) {
    const current = await storage.get(key);
    if (!current) return undefined;
    writer.checkPreconditions(current.object, definition, options);
    await admission.admit({
      ...{ verb: "delete", definition, namespace: key.namespace, name: key.name },
      ...{ old: current.object, dryRun: options.dryRun },
      ...(by && { user: by.user, warnings: by.warnings }),
    });
    const object = writer.finalizing(current.object, sources.clock.now(), definition, options);
    const removed = writer.isFinished(object, definition);
    if (options.dryRun || (!removed && object === current.object)) {
      return {
        removed,
        version: { ...current, object, encodings: new Map() },
        before: current,
      };
    }
    try {
      const version = await writer.storeChange(registry, definition, current, object);
      return { removed, version, before: current };
    } catch (error) {
      const { code } = error as StorageError;
      if (code === "conflict" || code === "missing") continue;
      throw translate(error, { storage, definition, name: key.name });
    }
  }
}

/** Checks the preconditions of a deletion. @throws {ApiError} Conflict */
function checkPreconditions(
  { metadata }: ApiObject,
  definition: ResourceDefinition,
  { uid, resourceVersion }: DeleteOptions,
): void {
  if (uid !== undefined && uid !== metadata.uid) {
    throw conflict(
      definition,
      metadata.name,
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). ` +
        "The object might have been deleted and then recreated",
    );
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw conflict(
      definition,
      metadata.name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ` +
        `ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    );
  }
}

/** Returns the object marked for deletion; the same object if it is marked already. */
function finalizing(
  object: ApiObject,
  now: number,
  definition: ResourceDefinition,
  { propagationPolicy, gracePeriodSeconds }: DeleteOptions,
): ApiObject {
  const { metadata: { finalizers: before = [], ...metadata } } = object;
  const policy = definition.ignoresDependents ? "Background" : propagationPolicy;
  const finalizers = finalizersFor(policy, before);
  const grace = definition.gracePeriod?.(object, gracePeriodSeconds) ?? 0;
  // A later deletion can shorten the time, not extend it.
  const left = metadata.deletionGracePeriodSeconds ?? 0;
  const shortens = metadata.deletionTimestamp !== undefined && grace < left;
  const changes = finalizers.join() !== before.join();
  if (metadata.deletionTimestamp && !changes && !shortens) return object;
  const kept = finalizers.length > 0 && { finalizers: [...finalizers] };
  if (metadata.deletionTimestamp && !shortens) {
    return { ...object, metadata: { ...metadata, ...kept } };
  }
  const changed: ApiObject = {
    ...object,
    metadata: {
      ...metadata,
      ...kept,
      deletionTimestamp: timestamp(now + 1_000 * grace),
      deletionGracePeriodSeconds: grace,
      ...(metadata.generation !== undefined && !shortens &&
        { generation: metadata.generation + 1 }),
    },
  };
  return definition.markFinalizing?.(changed) ?? changed;
}

/** The finalizer that blocks an object until no dependent refers to it. */
export const ORPHAN = "orphan";

/** The finalizer that blocks an object until its blocking dependents are deleted. */
export const FOREGROUND = "foregroundDeletion";

const FINALIZER_OF: Readonly<Record<PropagationPolicy, readonly string[]>> = {
  Orphan: [ORPHAN],
  Background: [],
  Foreground: [FOREGROUND],
};

/** Returns the finalizers for a propagation policy; without a policy they do not change. */
function finalizersFor(
  policy: PropagationPolicy | undefined,
  finalizers: readonly string[],
): readonly string[] {
  if (!policy) return finalizers;
  const others = finalizers.filter((name) => name !== ORPHAN && name !== FOREGROUND);
  return [...others, ...FINALIZER_OF[policy]];
}

/** The standard implementation. */
export const writer: Writer = {
  createObject,
  rehearse,
  updateObject,
  deleteObject,
  initializeMeta,
  carryOverMeta,
  checkUid,
  setDefaults,
  validateMeta,
  validateMetaUpdate,
  missingFields,
  contentChanged,
  unchanged,
  isFinished,
  storeChange,
  checkPreconditions,
  finalizing,
};
