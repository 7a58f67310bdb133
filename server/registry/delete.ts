/**
 * Deletes objects: preconditions, admission, finalizers.
 *
 * @module
 */
import { conflict } from "../api_error.ts";
import type { RequestContext } from "../context.ts";
import type { ApiObject } from "../object.ts";
import type { ObjectKey, StorageError, StoredVersion } from "../storage/storage.ts";
import type { Services } from "./services.ts";
import { timestamp } from "./object_meta.ts";
import type { ResourceDefinition } from "./resource.ts";
import { isFinished, storeChange } from "./write/store_steps.ts";
import { translate } from "./storage_error.ts";
import type { DeleteOptions, PropagationPolicy } from "./write_options.ts";

/** The outcome of a deletion. */
export interface Deletion {
  /** True if the object is gone, false if it waits for its finalizers. */
  readonly removed: boolean;
  readonly version: StoredVersion;
  /** The object before the deletion. */
  readonly before: StoredVersion;
}

/** The steps of a deletion. */
export const DELETION_STEPS = { checkPreconditions, markDeletion, isFinished } as const;

type Deleting = Services & { readonly steps: typeof DELETION_STEPS };

/**
 * Deletes an object or marks it for deletion; repeats if another client wrote in between.
 *
 * @param by the user who deletes; absent for deletions of the server's own
 * @returns undefined if there is no object
 * @throws {ApiError} Conflict for a precondition, or as admission rejects the deletion
 */
export async function deleteObject(
  registry: Deleting,
  definition: ResourceDefinition,
  key: ObjectKey,
  options: DeleteOptions,
  by?: Pick<RequestContext, "user" | "warnings">,
): Promise<Deletion | undefined> {
  const { storage, sources, admission, steps } = registry;
  for (;;) {
    const current = await storage.get(key);
    if (!current) return undefined;
    steps.checkPreconditions(current.object, definition, options);
    await admission.admit({
      ...{ verb: "delete", definition, namespace: key.namespace, name: key.name },
      ...{ old: current.object, dryRun: options.dryRun },
      ...(by && { user: by.user, warnings: by.warnings }),
    });
    const object = steps.markDeletion(current.object, sources.clock.now(), definition, options);
    const removed = steps.isFinished(object, definition);
    if (options.dryRun || (!removed && object === current.object)) {
      return {
        removed,
        version: { ...current, object, encodings: new Map() },
        before: current,
      };
    }
    try {
      const version = await storeChange(registry, definition, current, object, removed);
      return { removed, version, before: current };
    } catch (error) {
      const { code } = error as StorageError;
      if (code === "conflict" || code === "missing") continue;
      throw translate(error, { storage, definition, name: key.name });
    }
  }
}

/**
 * Checks the preconditions of a deletion, before admission. Changes nothing.
 *
 * @throws {ApiError} Conflict
 */
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

/**
 * Returns the object marked for deletion; the same object if it is marked already. Runs behind
 * admission, also for a dry run; does not change its argument.
 */
function markDeletion(
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
