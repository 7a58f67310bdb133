/**
 * Server-side apply, and the tracking of field ownership for every write.
 *
 * @module
 */
import { ApiError, badRequest, conflict, invalid, notFound } from "../api_error.ts";
import { applyObject } from "../apply/apply.ts";
import { validateManagedFields } from "../apply/managers.ts";
import { fieldElement, setOf } from "../apply/field_set.ts";
import {
  type OtherVersion,
  type TrackedResource,
  trackField,
  trackUpdate,
} from "../apply/track_update.ts";
import { applyJsonPatch, applyMergePatch } from "../codec/patch.ts";
import { applyStrategicMergePatch } from "../codec/strategic_merge_patch.ts";
import type { Dialect } from "../dialect.ts";
import { type ApiObject, apiVersionOf, equal, type JsonObject } from "../object.ts";
import type { Patcher, Registry, Result, TrackedWrite, VerbRequest } from "./contracts.ts";
import type { WriteOptions } from "./write_options.ts";
import { timestamp } from "./object_meta.ts";
import {
  asObject,
  type FieldPaths,
  isOtherType,
  keyOf,
  type ObjectView,
  type ResourceDefinition,
  schemaOf,
  shownAs,
  type Strategy,
} from "./resource.ts";

/** Merges a configuration into an object, or creates the object. */
async function apply(
  registry: Registry,
  request: VerbRequest,
): Promise<Result> {
  const { context, definition } = request;
  const { decoder, writer, patcher } = registry;
  const options = decoder.readWriteOptions(registry, context, "PatchOptions", { applies: true });
  const { dryRun, fieldManager: manager, force } = options;
  if (context.info.subresource) await expectObject(registry, request);
  const applied = await configurationOf(registry, request, options);
  const merge = (live: ApiObject | undefined): ApiObject => {
    const merged = patcher.applyObject({
      resource: trackedResource(registry, request, live ?? applied as ApiObject),
      live: live && shownAs(live, definition.conversion),
      applied,
      manager,
      force,
      time: timestamp(registry.sources.clock.now()),
    });
    const isSame = live !== undefined && sameContent(live, merged);
    // An apply without an effect may have values that no object can have.
    if (!request.view) {
      const { apiVersion = "", kind = "", metadata = {} } = applied;
      const checked = isSame ? { apiVersion, kind, metadata } : applied;
      decoder.decodeValue(checked, schemaOf(definition, registry.dialect), { isApplied: true });
    }
    const insists = !(isSame && resetsMetadata(request, live));
    const asked = insists ? insistAs(applied, merged) : merged;
    return decoder.decodePatched(registry, request, asked, options, { isApplied: true });
  };
  const how = { dryRun, manager: undefined };
  for (;;) {
    const isThere = await registry.storage.get(keyOf(request)) !== undefined;
    try {
      if (isThere) {
        const version = await writer.updateObject(registry, request, merge, how);
        return { kind: "object", status: 200, version };
      }
      await patcher.permitCreation(registry, request);
      const object = startObject(merge(undefined), request);
      const version = await writer.createObject(registry, request, object, how);
      return { kind: "object", status: 201, version };
    } catch (error) {
      // A concurrent request created or removed the object: try again.
      const reason = error instanceof ApiError ? error.reason : undefined;
      if (reason !== (isThere ? "NotFound" : "AlreadyExists")) throw error;
    }
  }
}

/**
 * Returns true if a write does not change any metadata: then an apply without an effect has no
 * resourceVersion to be compared, as on real servers.
 */
const resetsMetadata = ({ strategy }: VerbRequest, live: ApiObject): boolean =>
  resetPaths(strategy, live).some((path) => path.length === 1 && path[0] === "metadata");

/** Returns true if two objects differ in their managers at most. */
function sameContent(live: ApiObject, merged: JsonObject): boolean {
  const { managedFields: _, ...before } = live.metadata;
  const { managedFields: __, ...after } = asObject(merged.metadata) ?? {};
  return equal({ ...live, metadata: before }, { ...merged, metadata: after });
}

/**
 * Returns what a request applies, as a configuration of the object. A subresource that shows the
 * object as another kind takes a configuration of that kind.
 */
async function configurationOf(
  registry: Registry,
  request: VerbRequest,
  options: WriteOptions,
): Promise<JsonObject> {
  const { context, definition, view } = request;
  const { decoder } = registry;
  if (!view) return await decoder.decodeApplied(registry, request, options);
  const shown = { ...request, definition: view.definition };
  const sent = await decoder.decodeApplied(registry, shown, options) as ApiObject;
  const nothing = {
    apiVersion: apiVersionOf(definition),
    kind: definition.kind,
    metadata: { name: context.info.name },
  };
  return view.set(nothing as ApiObject, { ...sent, metadata: sent.metadata ?? {} });
}

/**
 * Adds the resourceVersion, uid and name of the configuration, which must match the object's, even
 * if nothing else changes.
 */
function insistAs(applied: JsonObject, merged: JsonObject): JsonObject {
  const { resourceVersion, uid, name } = asObject(applied.metadata) ?? {};
  const named = {
    ...(resourceVersion && { resourceVersion }),
    ...(uid && { uid }),
    // An absent name differs from an empty one.
    ...(name !== undefined && { name }),
  };
  return { ...merged, metadata: { ...asObject(merged.metadata), ...named } };
}

/** Checks that the object of a subresource exists: an apply to it creates nothing. */
async function expectObject(registry: Registry, request: VerbRequest): Promise<void> {
  const isThere = await registry.storage.get(keyOf(request)) !== undefined;
  if (!isThere) throw notFound(request.definition, request.context.info.name);
}

/** Checks that the user may create the object by an apply. */
async function permitCreation(
  registry: Registry,
  { context, definition }: VerbRequest,
): Promise<void> {
  if (context.info.subresource) throw notFound(definition, context.info.name);
  await registry.authorize(context, "create");
}

/** Returns the object that an apply creates, in its initial state. */
function startObject(
  { metadata: { resourceVersion: _, ...metadata }, ...rest }: ApiObject,
  { context, definition }: VerbRequest,
): ApiObject {
  const { name } = context.info;
  if (!metadata.name) {
    throw badRequest(`Cannot create "${name}" as the object has no metadata.name`);
  }
  if (metadata.uid) {
    throw conflict(
      definition,
      name,
      `Precondition failed: UID in precondition: ${metadata.uid}, UID in object meta: `,
    );
  }
  return { ...rest, metadata } as ApiObject;
}

/** The tracked resources of a server, by definition and by the fields that a write resets. */
const known = new WeakMap<Registry, Map<ResourceDefinition, Map<string, TrackedResource>>>();

/**
 * Returns the tracked resource of a request.
 *
 * @param object the new or the stored object
 */
function trackedResource(
  registry: Registry,
  request: VerbRequest,
  object: ApiObject,
): TrackedResource {
  const { definition, strategy, context: { info: { subresource } } } = request;
  const paths = resetPaths(strategy, object);
  const resources = resourcesOf(registry, definition);
  const key = paths.length > 0 ? `${subresource} ${paths.join(" ")}` : subresource;
  let resource = resources.get(key);
  if (!resource) {
    resource = {
      ...trackedVersion(registry, definition, paths),
      subresource,
      ...(definition.alwaysThere && { alwaysThere: definition.alwaysThere }),
      otherVersion: (apiVersion) => otherVersion(registry, definition, paths, apiVersion),
    };
    resources.set(key, resource);
  }
  return resource;
}

function resourcesOf(
  registry: Registry,
  definition: ResourceDefinition,
): Map<string, TrackedResource> {
  const definitions = known.get(registry) ?? new Map();
  known.set(registry, definitions);
  const resources = definitions.get(definition) ?? new Map();
  definitions.set(definition, resources);
  return resources;
}

function resetPaths({ resetFields = [] }: Strategy, object: ApiObject): FieldPaths {
  return typeof resetFields === "function" ? resetFields(object) : resetFields;
}

const trackedVersion = (
  { dialect }: Registry,
  definition: ResourceDefinition,
  resetFields: FieldPaths,
) => ({
  apiVersion: apiVersionOf(definition),
  schema: schemaOf(definition, dialect),
  checksResetFields: dialect.name === "kubernetes",
  resetFields: setOf(...resetFields.map((path) => path.map(fieldElement))),
});

function otherVersion(
  registry: Registry,
  definition: ResourceDefinition,
  paths: FieldPaths,
  apiVersion: string,
): OtherVersion | undefined {
  const other = registry.definitions.find((other) =>
    other.resource === definition.resource && apiVersionOf(other) === apiVersion
  );
  return other && {
    ...trackedVersion(registry, other, paths),
    convert: (object) => {
      const stored = definition.conversion?.toStorage(object as ApiObject) ?? object;
      return shownAs(stored as ApiObject, other.conversion);
    },
  };
}

/**
 * Sets the `managedFields` of an object after an ordinary write.
 *
 * @throws {ApiError} Invalid for malformed managers in the request
 */
function trackFields(
  registry: Registry,
  request: VerbRequest,
  { live, object, manager }: TrackedWrite,
): void {
  const { conversion } = request.definition;
  const sent = object.metadata.managedFields;
  const causes = sent ? validateManagedFields(sent, "metadata.managedFields") : [];
  if (causes.length > 0) throw invalid(request.definition, object.metadata.name, causes);
  // Fields of another type have no schema, and all owners are lost.
  if (isOtherType(object, request.definition)) {
    return setManagedFields(object.metadata, undefined);
  }
  const update = {
    resource: trackedResource(registry, request, object),
    live: live && shownAs(live, conversion),
    object: shownAs(object, conversion),
    manager,
    time: timestamp(registry.sources.clock.now()),
  };
  const { view } = request;
  const managedFields = view && update.live
    ? trackField({ ...update, live: update.live }, view.changes, empties(view, update))
    : trackUpdate(update);
  setManagedFields(object.metadata, managedFields);
}

/** Returns true if a write leaves an empty value in the field that is changed through a view. */
function empties(
  { changes }: ObjectView,
  { live, object }: Omit<TrackedWrite, "manager">,
): boolean {
  const valueIn = (one: JsonObject | undefined) =>
    changes.reduce<unknown>((value, name) => asObject(value)?.[name], one);
  return Boolean(valueIn(live)) && !valueIn(object);
}

function setManagedFields(metadata: JsonObject, managedFields: JsonObject[] | undefined): void {
  if (managedFields) metadata.managedFields = managedFields;
  else delete metadata.managedFields;
}

/** Returns the standard implementation for a dialect. */
export const patcherOf = ({ name }: Dialect): Patcher => ({
  applyJsonPatch: (content, patch) =>
    applyJsonPatch(content, patch, { absentIsNull: name === "kubernetes" }),
  applyMergePatch,
  applyStrategicMergePatch,
  apply,
  permitCreation,
  applyObject,
  trackFields,
});
