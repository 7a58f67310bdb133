/**
 * The verbs delete and deletecollection.
 *
 * @module
 */
import { conflict, deletionStatus, notFound } from "../api_error.ts";
import type { ApiObject } from "../object.ts";
import type { ObjectKey, StorageError, StoredVersion } from "../storage/storage.ts";
import { timestamp } from "./object_meta.ts";
import { keyOf, type Registry, type Result, type VerbRequest } from "./registry.ts";
import type { ResourceDefinition } from "./resource.ts";
import { finalizersFor } from "./propagation.ts";
import type { DeleteOptions } from "./delete_options.ts";

/**
 * Deletes one object: at once, or when its last finalizer is gone (interface, "States and
 * transitions"). 200 when it is gone, 202 when it is finalizing.
 */
export async function deleteOne(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition } = request;
  const { steps } = registry;
  const options = steps.readDeleteOptions(
    await steps.decodeOptions(registry, request),
    context.query,
  );
  const key = keyOf(request);
  const outcome = await steps.deleteObject(registry, definition, key, options);
  if (!outcome) throw notFound(definition, key.name);
  const { uid } = outcome.version.object.metadata;
  return {
    kind: "value",
    status: outcome.removed ? 200 : 202,
    value: deletionStatus({
      name: key.name,
      ...(definition.group && { group: definition.group }),
      kind: definition.resource,
      uid,
    }),
  };
}

/**
 * Deletes what a list with the same parameters shows, page by page where there is a limit
 * (interface, "Paging"). The Status names the token for the next page.
 */
export async function deleteCollection(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition } = request;
  const { steps } = registry;
  const options = steps.readDeleteOptions(
    await steps.decodeOptions(registry, request),
    context.query,
  );
  const page = await steps.readPage(
    registry,
    request,
    steps.readListOptions(context.query, definition),
  );
  for (const { key, object } of page.versions) {
    // The uid keeps a same-named object alive that came after the one that was listed.
    await steps.deleteObject(registry, definition, key, { uid: object.metadata.uid, ...options })
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

/** What became of a deletion; undefined where there was nothing to delete. */
interface Outcome {
  readonly removed: boolean;
  readonly version: StoredVersion;
}

/** Takes an object one step on its way out, again where somebody else was faster. */
export async function deleteObject(
  registry: Registry,
  definition: ResourceDefinition,
  key: ObjectKey,
  options: DeleteOptions,
): Promise<Outcome | undefined> {
  const { storage, sources, admission, steps } = registry;
  for (;;) {
    const current = await storage.get(key);
    if (!current) return undefined;
    steps.checkPreconditions(current.object, definition, options);
    await admission.admit({ verb: "delete", definition, namespace: key.namespace, name: key.name });
    const object = steps.finalizing(current.object, sources.clock.now(), definition, options);
    const removed = steps.isFinished(object, definition);
    if (options.dryRun || (!removed && object === current.object)) {
      return { removed, version: current };
    }
    try {
      return { removed, version: await steps.storeChange(registry, definition, current, object) };
    } catch (error) {
      const { code } = error as StorageError;
      if (code === "conflict" || code === "missing") continue;
      throw steps.translate(error, { storage, definition, name: key.name });
    }
  }
}

/** Holds an object to what a deletion demands of it. @throws {ApiError} Conflict */
export function checkPreconditions(
  { metadata }: ApiObject,
  definition: ResourceDefinition,
  { uid, resourceVersion }: DeleteOptions,
): void {
  if (uid !== undefined && uid !== metadata.uid) {
    throw conflict(definition, metadata.name, `its uid is ${metadata.uid}, not ${uid} as demanded`);
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw conflict(
      definition,
      metadata.name,
      `its resourceVersion is ${metadata.resourceVersion}, not ${resourceVersion} as demanded`,
    );
  }
}

/** The object as it waits for its finalizers; the very same where it waits for them already. */
export function finalizing(
  object: ApiObject,
  now: number,
  definition: ResourceDefinition,
  { propagationPolicy }: DeleteOptions,
): ApiObject {
  const { metadata: { finalizers: before = [], ...metadata } } = object;
  const finalizers = finalizersFor(propagationPolicy, before);
  const changes = finalizers.join() !== before.join();
  if (metadata.deletionTimestamp && !changes) return object;
  const kept = finalizers.length > 0 && { finalizers: [...finalizers] };
  if (metadata.deletionTimestamp) return { ...object, metadata: { ...metadata, ...kept } };
  const changed: ApiObject = {
    ...object,
    metadata: {
      ...metadata,
      ...kept,
      deletionTimestamp: timestamp(now),
      deletionGracePeriodSeconds: 0,
      ...(metadata.generation !== undefined && { generation: metadata.generation + 1 }),
    },
  };
  return definition.markFinalizing?.(changed) ?? changed;
}
