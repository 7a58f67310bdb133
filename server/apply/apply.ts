/**
 * Server-side apply: merges a configuration into an object and records the ownership of its fields.
 *
 * @module
 */
import { ApiError, asManyAsFit, badRequest, type Cause } from "../api_error.ts";
import type { ObjectSchema } from "../codec/schema.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import {
  difference,
  EMPTY,
  type FieldSet,
  intersection,
  isEmpty,
  paths,
  union,
} from "./field_set.ts";
import {
  compare,
  comparer,
  isSame,
  mergeApplied,
  ownable,
  type TrackedResource,
} from "./merge_and_compare.ts";
import { fieldSetOf, removeFields, withNamedFields } from "./object_fields.ts";
import { displayPath, escapeHtml, StructureError } from "./path_elements.ts";
import { recordChange, releaseChangedFields } from "./track_update.ts";
import {
  type Manager,
  managerKey,
  type Managers,
  readManagers,
  writeManagers,
} from "./managers.ts";
import { checkStructure } from "./structure.ts";

/** An apply request. */
export interface Application {
  readonly resource: TrackedResource;
  /** The stored object; undefined if it does not exist yet. */
  readonly live: ApiObject | undefined;
  /** The applied configuration: only the fields that the applier manages. */
  readonly applied: JsonObject;
  /** The field manager of the applier. */
  readonly manager: string;
  /** True if fields of other managers are taken over. */
  readonly force: boolean;
  /** The time of the write, in RFC 3339. */
  readonly time: string;
}

/** The manager of the fields that existed before the first apply. */
const BEFORE_FIRST_APPLY = "before-first-apply";

/** The manager of client-side apply, which kubectl continues with server-side apply. */
const CLIENT_SIDE_APPLIER = "kubectl";

/**
 * Applies a configuration to an object and returns the result with its `managedFields`. Fields that
 * the applier owned and no longer applies are removed, unless another manager owns them. The live
 * object is not changed; the result shares unchanged parts with both.
 *
 * @throws {ApiError} Conflict if another manager owns a field that would change and `force` is false,
 *   BadRequest if the configuration does not have the structure of its schema
 */
export function applyObject(application: Application): JsonObject {
  const { metadata } = application.applied;
  if (((metadata as JsonObject | undefined)?.managedFields ?? null) !== null) {
    throw badRequest("metadata.managedFields must be nil");
  }
  try {
    if (application.resource.schema.read) checkTypes(application);
    return application.live
      ? applyToLive(application, application.live)
      : createApplied(application);
  } catch (error) {
    if (error instanceof StructureError) {
      throw badRequest(`failed to create typed patch object: ${error.message}`);
    }
    throw error;
  }
}

/**
 * Checks all values of a custom resource: other kinds are decoded by their types.
 *
 * @throws {StructureError}
 */
function checkTypes({ resource: { schema }, live, applied }: Application): void {
  checkStructure(applied, schema);
  if (live) checkStructure(live, schema);
}

function createApplied(application: Application): JsonObject {
  const applier = { ...applierOf(application), time: application.time };
  return withManagers(application.applied, withApplier(new Map(), managerKey(applier), applier));
}

function applyToLive(application: Application, live: ApiObject): JsonObject {
  const { applied, manager, force, time } = application;
  const object = withManagers(live, new Map());
  const outcome = merge(application, object, managersBefore(application, live, object));
  if (!force) rejectConflicts(application, object, outcome.conflicts);
  const { managers, key, applier } = outcome;
  const result = withManagers(
    outcome.isSame ? object : outcome.object,
    withApplier(managers, key, outcome.isSame ? applier : { ...applier, time }),
  );
  return manager === CLIENT_SIDE_APPLIER ? refreshLastApplied(result, applied) : result;
}

/** Returns the managers of the live object; if it has none, one that owns all its fields. */
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
  /** True if the apply does not change the object. */
  readonly isSame: boolean;
  /** All managers except the applier, with the fields they still own. */
  readonly managers: Managers;
  readonly key: string;
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
  const owners = {
    before: before?.fields ?? EMPTY,
    applied: { configuration: applied, fields: applier.fields },
    owned: fieldsOwned(all),
  };
  const givenUp = fieldsToPrune(merged, owners, schema);
  const after = removeFields(merged, givenUp, schema, { keepEmptied: true });
  const change = comparer(resource, live, after);
  const others = new Map(managers);
  others.delete(key);
  const left = releaseChangedFields(others, change);
  return {
    // Custom resources are validated with what the apply emptied.
    object: schema.read ? after : removeFields(merged, givenUp, schema),
    isSame: isSame(change(apiVersion)!),
    managers: left.managers,
    key,
    applier: { ...applier, time: before?.time },
    conflicts: [...left.taken].map(([key, fields]) => ({ manager: all.get(key)!, fields })),
  };
}

/** Returns the applier as the manager of all fields of the configuration. */
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

/** Rejects conflicts, except those of kubectl with its earlier client-side apply. */
function rejectConflicts(
  { resource, manager }: Application,
  object: JsonObject,
  conflicts: readonly Conflict[],
): void {
  const allowed = manager === CLIENT_SIDE_APPLIER
    ? fieldsLastApplied(object, resource.apiVersion, resource.schema)
    : EMPTY;
  const real = withoutFields(conflicts, allowed);
  if (real.length > 0) throw conflictError(real);
}

/** Returns the managers with the applier, if it owns any field. */
function withApplier(managers: Managers, key: string, applier: Manager): Managers {
  const fields = ownable(applier.fields);
  if (isEmpty(fields)) return managers;
  return new Map(managers).set(key, { ...applier, fields });
}

/** Returns a copy of an object with the given managers. */
function withManagers(object: JsonObject, managers: Managers): JsonObject {
  const { managedFields: _, ...metadata } = (object.metadata ?? {}) as JsonObject;
  const entries = writeManagers(managers);
  return { ...object, metadata: { ...metadata, ...(entries && { managedFields: entries }) } };
}

/** The ownership of the fields of a merged object. */
export interface Owners {
  /** The fields that the applier owned before. */
  readonly before: FieldSet;
  /** The configuration that it applies, and its fields. @default {nothing} */
  readonly applied?: { readonly configuration: JsonObject; readonly fields: FieldSet };
  /** The fields that any manager owns now, the applier included. */
  readonly owned: FieldSet;
}

const NOTHING = { configuration: {}, fields: EMPTY };

/** Returns true if a value has objects or lists without content, which may be pruned all the same. */
const hasEmptyParts = (value: Json): boolean => {
  if (typeof value !== "object") return false;
  const parts = value === null ? [] : Object.values(value);
  return parts.length === 0 || parts.some(hasEmptyParts);
};

/** Returns the fields of a merged object that only its applier owned and no longer applies. */
export function fieldsToPrune(
  merged: JsonObject,
  { before, applied = NOTHING, owned }: Owners,
  schema: ObjectSchema,
): FieldSet {
  // Most applies have all the fields of the last one.
  if (isEmpty(difference(before, applied.fields)) && !hasEmptyParts(applied.configuration)) {
    return EMPTY;
  }
  const named = (set: FieldSet) => withNamedFields(set, schema);
  const fieldsIn = (object: JsonObject) => named(fieldSetOf(object, schema));
  const without = (fields: FieldSet) => removeFields(merged, fields, schema, { keepEmptied: true });
  const all = fieldsIn(merged);
  const last = named(before);
  // Removing the fields applied before removes the fields below them as well. Owned fields are
  // added back, and so are fields that the applier did not own.
  const rest = fieldsIn(without(last));
  const kept = without(difference(all, union(rest, named(owned))));
  return intersection(difference(all, fieldsIn(kept)), last);
}

/** Fields of another manager that an apply would change. */
export interface Conflict {
  readonly manager: Manager;
  readonly fields: FieldSet;
}

/** Returns the conflicts without those over the given fields. */
export function withoutFields(conflicts: readonly Conflict[], fields: FieldSet): Conflict[] {
  return conflicts
    .map(({ manager, fields: all }) => ({ manager, fields: difference(all, fields) }))
    .filter(({ fields }) => !isEmpty(fields));
}

/** Returns the error of an apply with conflicts: 409 with a cause for each field and manager. */
export function conflictError(conflicts: readonly Conflict[]): ApiError {
  const causes = asManyAsFit(
    sorted(conflicts).flatMap(({ manager, fields }): Cause[] =>
      [...paths(fields)].map((path) => ({
        reason: "FieldManagerConflict",
        message: `conflict with ${displayManager(manager)}`,
        field: displayPath(path),
      }))
    ),
  );
  return new ApiError("Conflict", messageOf(causes), { causes });
}

/** Sorts conflicts by manager, so that equal conflicts have equal messages. */
function sorted(conflicts: readonly Conflict[]): Conflict[] {
  const name = ({ manager }: Conflict) => displayManager(manager);
  return conflicts.toSorted((a, b) => name(a) < name(b) ? -1 : 1);
}

function messageOf(causes: readonly Cause[]): string {
  const [first] = causes;
  if (first && causes.length === 1) {
    return `Apply failed with 1 conflict: ${first.message}: ${first.field}`;
  }
  const lines: string[] = [];
  let heading: string | undefined;
  for (const { message, field } of causes) {
    if (message !== heading) lines.push(`${message.replace("conflict", "conflicts")}:`);
    heading = message;
    lines.push(`- ${field}`);
  }
  return `Apply failed with ${causes.length} conflicts: ${lines.join("\n")}`;
}

function displayManager({ name, operation, apiVersion, subresource }: Manager): string {
  return JSON.stringify(name) +
    (subresource ? ` with subresource ${JSON.stringify(subresource)}` : "") +
    (operation === "Update" ? ` using ${apiVersion}` : "");
}

/** The annotation in which kubectl stores the configuration that it applied on the client side. */
export const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** The size limit of all annotations of an object, in bytes: 256 KiB. */
const ANNOTATIONS_LIMIT = 256 * 1024;

/** Returns the fields of an object that are unchanged since the last client-side apply. */
function fieldsLastApplied(
  object: JsonObject,
  apiVersion: string,
  schema: ObjectSchema,
): FieldSet {
  const configuration = readAnnotation(annotationsOf(object)[LAST_APPLIED]);
  if (!configuration || configuration.apiVersion !== apiVersion) return EMPTY;
  try {
    const { changed, removed } = compare(configuration, object, schema);
    return difference(difference(fieldSetOf(configuration, schema), changed), removed);
  } catch (error) {
    if (error instanceof StructureError) return EMPTY;
    throw error;
  }
}

/** Returns the object with its annotation, if it has one, updated to the applied configuration. */
function refreshLastApplied(object: JsonObject, applied: JsonObject): JsonObject {
  const annotations = annotationsOf(object);
  if (!annotations[LAST_APPLIED]) return object;
  const { [LAST_APPLIED]: _, ...others } = annotations;
  const note = writeAnnotation(applied);
  const refreshed = sizeOf({ ...annotations, [LAST_APPLIED]: note }) > ANNOTATIONS_LIMIT
    ? others
    : { ...annotations, [LAST_APPLIED]: note };
  return { ...object, metadata: { ...object.metadata as JsonObject, annotations: refreshed } };
}

function annotationsOf(object: JsonObject): JsonObject {
  const metadata = object.metadata as JsonObject | undefined;
  return (metadata?.annotations ?? {}) as JsonObject;
}

function readAnnotation(note: Json | undefined): JsonObject | undefined {
  if (typeof note !== "string" || note === "") return undefined;
  try {
    const configuration = JSON.parse(note);
    const isObject = typeof configuration === "object" && !Array.isArray(configuration);
    return isObject ? configuration ?? undefined : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the annotation as real servers write it: sorted, on one line, with HTML escaped. */
function writeAnnotation(applied: JsonObject): string {
  const { [LAST_APPLIED]: _, ...annotations } = annotationsOf(applied);
  const metadata = { ...applied.metadata as JsonObject };
  if (metadata.annotations) metadata.annotations = annotations;
  return `${escapeHtml(JSON.stringify(sortKeys({ ...applied, metadata })))}\n`;
}

function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, sortKeys(child)] as const);
  return Object.fromEntries(entries.sort(([left], [right]) => left < right ? -1 : 1));
}

function sizeOf(annotations: JsonObject): number {
  return new TextEncoder().encode(Object.entries(annotations).flat().join("")).length;
}
