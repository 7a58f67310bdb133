/**
 * The ownership of ordinary writes: create, update and every patch but apply.
 *
 * @module
 */
import { equal } from "../json_equal.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { isEmpty, union } from "./field_set.ts";
import { giveUp } from "./give_up.ts";
import { limitUpdaters } from "./limit_updaters.ts";
import {
  managerKey,
  type Managers,
  readManagers,
  readSentManagers,
  writeManagers,
} from "./managers.ts";
import { StructureError } from "./structure_error.ts";
import { comparer, emptyOf, schemaOfVersion, type TrackedResource } from "./tracked_resource.ts";

/** An ordinary write. */
export interface UpdateTracking {
  readonly resource: TrackedResource;
  /** The object before the write; undefined for a create. */
  readonly live: ApiObject | undefined;
  /** The object that the write asks for, with `managedFields` as the writer sent them, if so. */
  readonly object: ApiObject;
  /** The writer's name as a manager. */
  readonly manager: string;
  /** The time of the write as the wire has it. */
  readonly time: string;
}

/**
 * The `managedFields` after an ordinary write: what it set becomes the writer's and nobody else's,
 * what it removed is nobody's. An object that nobody's fields are known of stays like that.
 *
 * A list with one empty entry makes the server forget all owners before the write is looked at;
 * an empty list does nothing; any other well-formed one replaces what was known (interface,
 * "Server-side apply", point 5).
 *
 * @returns undefined when nobody owns a field
 */
export function trackUpdate(update: UpdateTracking): JsonObject[] | undefined {
  const { resource, live, object, manager, time } = update;
  const { managers, isReset } = managersBefore(update);
  if (live && managers.size === 0 && !isReset) return undefined;
  try {
    return writeManagers(
      limitUpdaters(recordChange(managers, { resource, live, object, manager, time })),
    );
  } catch (error) {
    // What cannot be owned field by field is not tracked, as in other servers; it may be written.
    if (error instanceof StructureError) return undefined;
    throw error;
  }
}

/** The managers before the write, as far as its sender lets them be. */
function managersBefore(
  { resource, live, object }: UpdateTracking,
): { managers: Managers; isReset: boolean } {
  const known = live?.metadata.managedFields;
  const sent = object.metadata.managedFields;
  // A subresource has no say in it: who writes through one may not even see the whole object.
  if (!resource.subresource && sent !== known && !equal(sent, known)) {
    if (isResetRequest(sent)) return { managers: new Map(), isReset: true };
    const managers = readSentManagers(sent, (version) => schemaOfVersion(resource, version));
    if (managers && managers.size > 0) return { managers, isReset: false };
  }
  return { managers: readManagers(known), isReset: false };
}

const isResetRequest = (entries: Json | undefined): boolean =>
  Array.isArray(entries) && entries.length === 1 &&
  Object.values(entries[0] ?? {}).every((value) => value === null || value === "");

/** The managers after a change by an updater. */
export function recordChange(
  managers: Managers,
  { resource, live, object, manager: name, time }: Omit<UpdateTracking, "live" | "object"> & {
    readonly live: JsonObject | undefined;
    readonly object: JsonObject;
  },
): Managers {
  const { apiVersion, subresource } = resource;
  const change = comparer(resource, live ?? emptyOf(resource), object);
  const writer = { name: name || "unknown", operation: "Update", apiVersion, subresource } as const;
  const key = managerKey(writer);
  const left = giveUp(managers, change, key).managers;
  const set = change(apiVersion)!.changed;
  if (isEmpty(set)) return left;
  const before = left.get(key);
  if (!before) return left.set(key, { ...writer, time, fields: set, entry: undefined });
  const fields = union(before.fields, set);
  if (fields === before.fields && time === before.time) return left;
  return left.set(key, { ...before, time, fields, entry: undefined });
}
