/**
 * Server-side apply: a configuration merged into an object, with ownership of what it says.
 *
 * @module
 */
import { badRequest } from "../api_error.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import { isSame } from "./compare.ts";
import { type Conflict, conflictError, withoutFields } from "./conflicts.ts";
import { difference, EMPTY, type FieldSet, isEmpty, union } from "./field_set.ts";
import { fieldSetOf } from "./field_set_of.ts";
import { giveUp } from "./give_up.ts";
import { fieldsLastApplied, refreshLastApplied } from "./last_applied.ts";
import {
  type Manager,
  managerKey,
  type Managers,
  readManagers,
  writeManagers,
} from "./managers.ts";
import { mergeApplied } from "./merge.ts";
import { fieldsGivenUp } from "./prune.ts";
import { removeFields } from "./remove_fields.ts";
import { StructureError } from "./structure_error.ts";
import { recordChange } from "./track_update.ts";
import { ownable } from "./unowned_fields.ts";
import { comparer, type TrackedResource } from "./tracked_resource.ts";

/** An apply. */
export interface Application {
  readonly resource: TrackedResource;
  /** The object as it is; undefined when there is none yet. */
  readonly live: ApiObject | undefined;
  /** What is applied: only the fields the applier has an opinion about. */
  readonly applied: JsonObject;
  /** The applier's name as a manager. */
  readonly manager: string;
  /** Whether fields of other managers are taken over. */
  readonly force: boolean;
  /** The time of the write as the wire has it. */
  readonly time: string;
}

/** The manager of what was there before anybody applied anything. */
const BEFORE_FIRST_APPLY = "before-first-apply";

/** The manager whose fields were applied by the client before servers could. */
const CLIENT_SIDE_APPLIER = "kubectl";

/**
 * The object after an apply, with its `managedFields`. What the applier said before and no longer
 * says is gone, unless somebody else owns it. The live object is not changed; the result shares
 * with both what did not change.
 *
 * @throws {ApiError} Conflict when somebody else owns what would change and `force` is not set,
 *   BadRequest when the configuration has no structure that can be owned
 */
export function applyObject(application: Application): JsonObject {
  const { metadata } = application.applied;
  if ((metadata as JsonObject | undefined)?.managedFields !== undefined) {
    throw badRequest(
      "Cannot apply metadata.managedFields as only the server sets them: leave it out",
    );
  }
  try {
    return application.live
      ? applyToLive(application, application.live)
      : createApplied(application);
  } catch (error) {
    if (error instanceof StructureError) throw badRequest(`Cannot apply: ${error.message}`);
    throw error;
  }
}

function createApplied(application: Application): JsonObject {
  const applier = { ...applierOf(application), time: application.time };
  return withManagers(application.applied, withApplier(new Map(), applier));
}

function applyToLive(application: Application, live: ApiObject): JsonObject {
  const { applied, manager, force, time } = application;
  const object = withManagers(live, new Map());
  const outcome = merge(application, object, managersBefore(application, live, object));
  if (!force) refuseConflicts(application, object, outcome.conflicts);
  const applier = outcome.applier;
  const result = withManagers(
    outcome.isSame ? object : outcome.object,
    withApplier(outcome.managers, outcome.isSame ? applier : { ...applier, time }),
  );
  return manager === CLIENT_SIDE_APPLIER ? refreshLastApplied(result, applied) : result;
}

/** The managers of the live object, with one for all that was there if nobody is known. */
function managersBefore(
  { resource, time }: Application,
  live: ApiObject,
  object: JsonObject,
): Managers {
  const managers = readManagers(live.metadata.managedFields);
  if (managers.size > 0) return managers;
  return recordChange(new Map(), {
    resource,
    live: undefined,
    object,
    manager: BEFORE_FIRST_APPLY,
    time,
  });
}

interface Outcome {
  readonly object: JsonObject;
  /** Whether the object is as it was. */
  readonly isSame: boolean;
  /** All managers but the applier, with what is left to them. */
  readonly managers: Managers;
  readonly applier: Manager;
  readonly conflicts: readonly Conflict[];
}

function merge(application: Application, live: JsonObject, managers: Managers): Outcome {
  const { resource, applied } = application;
  const { schema, apiVersion } = resource;
  const applier = applierOf(application);
  const key = managerKey(applier);
  const before = managers.get(key);
  const all = new Map(managers).set(key, applier);
  const merged = mergeApplied(live, applied, schema);
  const owners = { before: before?.fields ?? EMPTY, owned: fieldsOwned(all) };
  const givenUp = fieldsGivenUp(merged, owners, schema);
  const after = removeFields(merged, givenUp, schema, { keepEmptied: true });
  const change = comparer(resource, live, after);
  const others = new Map(managers);
  others.delete(key);
  const left = giveUp(others, change);
  return {
    object: removeFields(merged, givenUp, schema),
    isSame: isSame(change(apiVersion)!),
    managers: left.managers,
    applier: { ...applier, time: before?.time },
    conflicts: [...left.taken].map(([key, fields]) => ({ manager: all.get(key)!, fields })),
  };
}

/** The applier with all that the configuration says. */
function applierOf({ resource, applied, manager }: Application): Manager {
  const { apiVersion, subresource, schema, resetFields } = resource;
  const fields = difference(fieldSetOf(applied, schema), resetFields, { recursive: true });
  return {
    name: manager,
    operation: "Apply",
    apiVersion,
    subresource,
    time: undefined,
    fields,
    entry: undefined,
  };
}

const fieldsOwned = (managers: Managers): FieldSet =>
  [...managers.values()].reduce((owned, { fields }) => union(owned, fields), EMPTY);

/** Refuses conflicts, but for those of a client with what it applied by itself before. */
function refuseConflicts(
  { resource, manager }: Application,
  object: JsonObject,
  conflicts: readonly Conflict[],
): void {
  if (conflicts.length === 0) return;
  const allowed = manager === CLIENT_SIDE_APPLIER
    ? fieldsLastApplied(object, resource.apiVersion, resource.schema)
    : EMPTY;
  const real = withoutFields(conflicts, allowed);
  if (real.length > 0) throw conflictError(real);
}

/** The managers with the applier, if it owns anything that can be owned. */
function withApplier(managers: Managers, applier: Manager): Managers {
  const fields = ownable(applier.fields);
  if (isEmpty(fields)) return managers;
  return new Map(managers).set(managerKey(applier), { ...applier, fields });
}

/** A copy of an object with the given managers. */
function withManagers(object: JsonObject, managers: Managers): JsonObject {
  const { managedFields: _, ...metadata } = (object.metadata ?? {}) as JsonObject;
  const entries = writeManagers(managers);
  return { ...object, metadata: { ...metadata, ...(entries && { managedFields: entries }) } };
}
