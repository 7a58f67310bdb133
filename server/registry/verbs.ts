/**
 * The verbs of the API over any resource. Each parses the request through the parts of the
 * registry, and none knows a kind.
 *
 * @module
 */
import {
  ApiError,
  badRequest,
  conflict,
  deletionStatus,
  invalid,
  invalidOption,
  notFound,
  staleVersion,
  versionAhead,
} from "../api_error.ts";
import { admitWatch } from "./open_watches.ts";
import { formatPath, readJson } from "../codec/json.ts";
import type { ObjectSchema } from "../codec/schema.ts";
import { type ApiObject, copyOf, type Json, type JsonObject } from "../object.ts";
import type { Storage, StoredVersion } from "../storage/storage.ts";
import type {
  Deletion,
  Patcher,
  Registry,
  Result,
  VerbHandler,
  VerbRequest,
  Verbs,
  WatchSource,
} from "./contracts.ts";
import {
  forbidInitialEvents,
  readWatchParameters,
  type WatchParameters,
} from "./initial_events.ts";
import { act, actByName } from "./actions.ts";
import { parseVersion } from "./list_options.ts";
import { versionAsked, wipeServerMeta } from "./object_meta.ts";
import {
  asObject,
  keyOf,
  type ObjectView,
  type ResourceDefinition,
  schemaOf,
  shownAs,
  storageKey,
} from "./resource.ts";
import { APPLY_PATCH, type DeleteOptions, mediaTypeOf } from "./write_options.ts";

/**
 * Returns the newest version of one object: it satisfies "most recent", "any" and "not older than"
 * (specification, "resourceVersion semantics").
 *
 * @throws {ApiError} NotFound, or Timeout for a resourceVersion that was not issued yet
 */
async function get(registry: Registry, request: VerbRequest): Promise<Result> {
  const { storage } = registry;
  const asked = request.context.query.get("resourceVersion");
  if (asked && parseVersion(asked) > storage.currentRevision()) {
    throw versionAhead(asked, storage.currentRevision());
  }
  const version = await storage.get(keyOf(request));
  if (!version) throw notFound(request.definition, request.context.info.name);
  return { kind: "object", status: 200, version };
}

/** Returns a collection or a page of it (specification, "Paging" and "resourceVersion semantics"). */
async function list(registry: Registry, request: VerbRequest): Promise<Result> {
  const { features, reader } = registry;
  const { query } = request.context;
  if (features.has("WatchList")) forbidInitialEvents(query);
  const options = reader.readListOptions(query, request.definition);
  const { versions, metadata } = await reader.readPage(registry, request, options);
  return { kind: "list", definition: request.definition, metadata, versions };
}

/**
 * Returns the changes after a resourceVersion; without one (or with "0") the current objects come
 * first, as ADDED (specification, "Events").
 *
 * @throws {ApiError} Expired if the history does not reach back to the resourceVersion, Invalid for
 *   parameters that do not fit
 */
async function watch(registry: Registry, request: VerbRequest): Promise<Result> {
  const { features, reader, watcher } = registry;
  const { query, sendInitialEvents }: WatchParameters = features.has("WatchList")
    ? readWatchParameters(request.context.query)
    : { query: request.context.query };
  const options = {
    ...reader.readListOptions(query, request.definition),
    ...(sendInitialEvents !== undefined && { sendInitialEvents }),
  };
  if (options.resourceVersionMatch) {
    const why = "resourceVersionMatch is forbidden for watch";
    throw invalidOption("ListOptions", "resourceVersionMatch", why, "FieldValueForbidden");
  }
  const open = admitWatch(registry.storage, request.context.user.name);
  try {
    const { cursor, initial } = await watcher.startWatch(registry, request, options);
    const source = watcher.watchSource(registry, cursor, initial, options, request.definition);
    return { kind: "watch", source: durable(open.counted(source), registry.storage) };
  } catch (error) {
    open.end();
    throw error;
  }
}

/** Returns a source whose events wait until they are on the disk, if the storage uses one. */
function durable(source: WatchSource, { durability }: Storage): WatchSource {
  if (!durability) return source;
  return {
    async next() {
      const events = await source.next();
      if (!events) return undefined;
      try {
        await durability.synced();
        return events;
      } catch (error) {
        return [source.fail(error)];
      }
    },
    fail: (error) => source.fail(error),
    close: () => source.close(),
  };
}

/** Stores a new object (specification, "Operation templates", row create). */
async function create(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition } = request;
  const { decoder, writer } = registry;
  const options = decoder.readWriteOptions(registry, context, "CreateOptions");
  const object = await decoder.decodeObject(registry, request, options);
  decoder.checkPlace(object, definition, context.info);
  const { dryRun, fieldManager: manager } = options;
  const version = await writer.createObject(registry, request, object, { dryRun, manager });
  return { kind: "object", status: 201, version };
}

/**
 * Computes the answer to a posted object of a resource that is not stored (specification, "Review
 * endpoints"). A dry run makes no difference.
 */
async function answer(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition, strategy } = request;
  if (definition.actsOn) return await actByName(registry, request);
  const { namespace } = context.info;
  const { decoder } = registry;
  const options = decoder.readWriteOptions(registry, context, "CreateOptions");
  const object = await decoder.decodeObject(registry, request, options);
  wipeServerMeta(object.metadata);
  if (!definition.namespaced) delete object.metadata.namespace;
  decoder.checkPlace(object, definition, context.info);
  if (definition.namespaced) object.metadata.namespace = namespace;
  delete object.status;
  strategy.applyDefaults?.(object);
  const causes = strategy.validate?.(object) ?? [];
  if (causes.length > 0) throw invalid(definition, "", causes);
  const answered = await definition.answer!(object, { user: context.user, namespace });
  const key = { resource: storageKey(definition), namespace, name: "" };
  const version = { key, revision: 0, object: answered as ApiObject, encodings: new Map() };
  return { kind: "object", status: 201, version };
}

/** Replaces an object, or creates it where the resource allows that by PUT. */
async function update(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition, view } = request;
  const { decoder, writer } = registry;
  const options = decoder.readWriteOptions(registry, context, "UpdateOptions");
  const shown = view ? { ...request, definition: view.definition } : request;
  const sent = await decoder.decodeObject(registry, shown, options);
  decoder.checkPlace(sent, definition, context.info);
  if (!sent.metadata.name) {
    throw badRequest(
      `Cannot update ${definition.resource} "${context.info.name}" as the object has no metadata.name`,
    );
  }
  const { dryRun, fieldManager: manager } = options;
  const current = await registry.storage.get(keyOf(request));
  if (!current && sent.metadata.uid) {
    const why =
      `Precondition failed: UID in precondition: ${sent.metadata.uid}, UID in object meta: `;
    throw conflict(definition, context.info.name, why);
  }
  if (!current && definition.createsOnUpdate && !context.info.subresource) {
    if (versionAsked(sent.metadata)) throw staleVersion(definition, context.info.name);
    await registry.authorize(context, "create");
    const version = await writer.createObject(registry, request, sent, { dryRun, manager });
    return { kind: "object", status: 201, version };
  }
  const replace = (current: ApiObject) => {
    writer.checkUid(sent, current, definition);
    return view ? view.set(current, sent) : copyOf(sent);
  };
  const version = await writer.updateObject(registry, request, replace, { dryRun, manager });
  return { kind: "object", status: 200, version };
}

/** Applies a patch of one media type to the content of an object. */
type Patch = (patcher: Patcher, content: JsonObject, patch: Json, schema: ObjectSchema) => Json;

const STRATEGIC = "application/strategic-merge-patch+json";

const PATCHES: ReadonlyMap<string, Patch> = new Map<string, Patch>([
  [
    "application/json-patch+json",
    (patcher, content, patch) => patcher.applyJsonPatch(content, patch),
  ],
  [
    "application/merge-patch+json",
    (patcher, content, patch) => patcher.applyMergePatch(withoutManagers(content), objectIn(patch)),
  ],
  [
    STRATEGIC,
    (patcher, content, patch, schema) =>
      patcher.applyStrategicMergePatch(withoutManagers(content), objectIn(patch), schema),
  ],
]);

function objectIn(patch: Json): JsonObject {
  const object = asObject(patch);
  if (!object) throw badRequest("Cannot apply the merge patch as it must be an object");
  return object;
}

/**
 * Returns the content without `managedFields`. A merge patch can only replace the list as a whole,
 * and this way a list that the patch sets differs from the current one.
 */
function withoutManagers(content: JsonObject): JsonObject {
  const { managedFields: _, ...metadata } = asObject(content.metadata) ?? {};
  return { ...content, metadata };
}

/** Changes a part of an object (specification, "Operation templates", row patch). */
async function patch(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition, view } = request;
  const { decoder, writer, patcher } = registry;
  const type = context.request.headers.get("content-type") ?? "";
  const mediaType = mediaTypeOf(type);
  if (mediaType === APPLY_PATCH) return await patcher.apply(registry, request);
  const change = PATCHES.get(mediaType);
  if (!change || (definition.hasStrategicMerge === false && !view && mediaType === STRATEGIC)) {
    throw new ApiError(
      "UnsupportedMediaType",
      `the body of the request was in an unknown format - accepted media types include: ${
        [...PATCHES.keys(), APPLY_PATCH]
          .filter((type) => view || definition.hasStrategicMerge !== false || type !== STRATEGIC)
          .join(", ")
      }`,
    );
  }
  const options = decoder.readWriteOptions(registry, context, "PatchOptions");
  const body = await context.body();
  const shown = view ? { ...request, definition: view.definition } : request;
  const schema = schemaOf(shown.definition, registry.dialect);
  const version = await writer.updateObject(registry, request, (current) => {
    // The patch is parsed here, so that a missing object is reported before a malformed patch.
    const document = readJson(body);
    const duplicates = document.duplicates.map(formatPath);
    const content = view ? view.show(current) : shownAs(current, definition.conversion);
    const patched = change(patcher, content, document.value, schema);
    const object = decoder.decodePatched(registry, shown, patched, options, { duplicates });
    decoder.checkPlace(object, definition, context.info);
    return view ? view.set(current, object) : object;
  }, { dryRun: options.dryRun, manager: options.fieldManager });
  return { kind: "object", status: 200, version };
}

/**
 * Deletes one object: at once, or when its last finalizer is removed (specification, "States and
 * transitions"). Answers 200 if it is gone, 202 if it waits.
 */
async function deleteOne(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition } = request;
  const { decoder, writer } = registry;
  const options = decoder.readDeleteOptions(
    await decoder.decodeOptions(registry, request),
    context.query,
  );
  const key = keyOf(request);
  const deletion = await writer.deleteObject(registry, definition, key, options, context);
  if (!deletion) throw notFound(definition, key.name);
  const { uid } = deletion.version.object.metadata;
  const { answersDeletionWithObject: when } = definition;
  if (when === "always" || (when === "held" && !deletion.removed)) {
    return { kind: "object", status: 200, version: deletedVersion(deletion, definition) };
  }
  return {
    kind: "value",
    status: deletion.removed ? 200 : 202,
    value: deletionStatus({
      name: key.name,
      ...(definition.group && { group: definition.group }),
      kind: definition.resource,
      uid,
    }),
  };
}

/** Returns a deleted object at the resourceVersion of the deletion, as its event has. */
function deletedVersion(
  { removed, before, version }: Deletion,
  { gracePeriod }: ResourceDefinition,
): StoredVersion {
  if (!removed) return version;
  // An object that is removed at once was never marked for deletion.
  const { object } = gracePeriod ? version : before;
  const metadata = { ...object.metadata, resourceVersion: String(version.revision) };
  return { ...version, object: { ...object, metadata }, encodings: new Map() };
}

/**
 * Deletes what a list with the same parameters returns, page by page if there is a limit
 * (specification, "Paging"). The Status has the token of the next page.
 */
async function deleteCollection(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition } = request;
  const { decoder, reader, writer } = registry;
  if (registry.features.has("WatchList")) forbidInitialEvents(context.query);
  const options = decoder.readDeleteOptions(
    await decoder.decodeOptions(registry, request),
    context.query,
  );
  const page = await reader.readPage(
    registry,
    request,
    reader.readListOptions(context.query, definition),
  );
  for (const { key, object } of page.versions) {
    // The uid protects a new object of the same name that was created after the list.
    const asked = { uid: object.metadata.uid, ...options };
    await writer.deleteObject(registry, definition, key, asked, context)
      .catch((error) => ignoreReplaced(error, options));
  }
  const status = deletionStatus({
    ...(definition.group && { group: definition.group }),
    kind: definition.resource,
  });
  return { kind: "value", status: 200, value: { ...status, metadata: page.metadata } };
}

function ignoreReplaced(error: unknown, { uid, resourceVersion }: DeleteOptions): void {
  const asked = uid !== undefined || resourceVersion !== undefined;
  if (asked || (error as { reason?: string }).reason !== "Conflict") throw error;
}

/** The verbs of the API. */
export const verbs: Verbs = {
  get,
  list,
  watch,
  create,
  update,
  patch,
  delete: deleteOne,
  deletecollection: deleteCollection,
  answer,
  act,
};

/** Returns a handler whose result is represented as the kind of a subresource. */
export function throughView(handler: VerbHandler, { show }: ObjectView): VerbHandler {
  return async (registry, request) => {
    const result = await handler(registry, request);
    if (result.kind !== "object") return result;
    const { version } = result;
    // The cached encodings are those of the object itself.
    return {
      ...result,
      version: { ...version, object: show(version.object), encodings: new Map() },
    };
  };
}
