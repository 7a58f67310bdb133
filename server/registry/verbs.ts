/**
 * The verbs of the API over any resource. Each parses the request through the parts of the
 * registry, and none knows a kind.
 *
 * @module
 */
import {
  badRequest,
  deletionStatus,
  invalid,
  invalidOption,
  notFound,
  versionAhead,
} from "../api_error.ts";
import { admitWatch } from "./open_watches.ts";
import { type ApiObject, apiVersionOf, type JsonObject } from "../object.ts";
import type { Storage, StoredVersion } from "../storage/storage.ts";
import type {
  Registry,
  Result,
  VerbHandler,
  VerbRequest,
  Verbs,
  WatchSource,
} from "./contracts.ts";
import type { Deletion } from "./delete.ts";
import {
  forbidInitialEvents,
  readWatchParameters,
  type WatchParameters,
} from "./initial_events.ts";
import { act, actByName } from "./actions.ts";
import { parseVersion } from "./list_options.ts";
import { wipeServerMeta } from "./object_meta.ts";
import {
  asObject,
  keyOf,
  type ObjectView,
  type ResourceDefinition,
  storageKey,
} from "./resource.ts";
import { parseDocument } from "./write/document.ts";
import { receive, serveCreate, servePatch, serveUpdate } from "./write/write.ts";
import type { DeleteOptions } from "./write_options.ts";

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
  const { features, steps } = registry;
  const { query } = request.context;
  if (features.has("WatchList")) forbidInitialEvents(query);
  const options = steps.readListOptions(query, request.definition);
  const { versions, metadata } = await steps.readPage(registry, request, options);
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
  const { features, steps } = registry;
  const { query, sendInitialEvents }: WatchParameters = features.has("WatchList")
    ? readWatchParameters(request.context.query)
    : { query: request.context.query };
  const options = {
    ...steps.readListOptions(query, request.definition),
    ...(sendInitialEvents !== undefined && { sendInitialEvents }),
  };
  if (options.resourceVersionMatch) {
    const why = "resourceVersionMatch is forbidden for watch";
    throw invalidOption("ListOptions", "resourceVersionMatch", why, "FieldValueForbidden");
  }
  const open = admitWatch(registry.storage, request.context.user.name);
  try {
    const { cursor, initial, more } = await steps.startWatch(registry, request, options);
    const { definition } = request;
    const source = steps.watchSource(registry, cursor, initial, options, definition, more);
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

/**
 * Computes the answer to a posted object of a resource that is not stored (specification, "Review
 * endpoints"). A dry run makes no difference.
 */
async function answer(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition, strategy } = request;
  if (definition.actsOn) return await actByName(registry, request);
  const { namespace } = context.info;
  const { sent: object } = await receive(registry, request);
  wipeServerMeta(object.metadata);
  if (definition.namespaced) object.metadata.namespace = namespace;
  else delete object.metadata.namespace;
  delete object.status;
  strategy.applyDefaults?.(object);
  const causes = strategy.validate?.(object) ?? [];
  if (causes.length > 0) throw invalid(definition, "", causes);
  const answered = await definition.answer!(object, { user: context.user, namespace });
  const key = { resource: storageKey(definition), namespace, name: "" };
  const version = { key, revision: 0, object: answered as ApiObject, encodings: new Map() };
  return { kind: "object", status: 201, version };
}

/**
 * Deletes one object: at once, or when its last finalizer is removed (specification, "States and
 * transitions"). Answers 200 if it is gone, 202 if it waits.
 */
async function deleteOne(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition } = request;
  const { steps } = registry;
  const body = await readOptionsIn(registry, request);
  const options = steps.readDeleteOptions(body, context.query);
  const key = keyOf(request);
  const deletion = await steps.deleteObject(registry, definition, key, options, context);
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

/** Returns the DeleteOptions in the body; undefined for an empty body. */
async function readOptionsIn(
  { dialect }: Registry,
  { context, definition }: VerbRequest,
): Promise<JsonObject | undefined> {
  const apiVersion = apiVersionOf(definition);
  const expected = { apiVersion, kind: "DeleteOptions", mayBeEmpty: true };
  const document = await parseDocument(await context.body(), context, dialect, expected);
  if (!document) return undefined;
  const options = asObject(document.value);
  if (!options) throw badRequest("Cannot read the body as it must be one DeleteOptions object");
  return options;
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
  const { steps } = registry;
  if (registry.features.has("WatchList")) forbidInitialEvents(context.query);
  const body = await readOptionsIn(registry, request);
  const options = steps.readDeleteOptions(body, context.query);
  const page = await steps.readPage(
    registry,
    request,
    steps.readListOptions(context.query, definition),
  );
  for (const { key, object } of page.versions) {
    // The uid protects a new object of the same name that was created after the list.
    const asked = { uid: object.metadata.uid, ...options };
    await steps.deleteObject(registry, definition, key, asked, context)
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
  create: serveCreate,
  update: serveUpdate,
  patch: servePatch,
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
