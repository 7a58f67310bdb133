/**
 * Field ownership after an ordinary write: create, update and every patch except apply.
 *
 * @module
 */
import type { Field, ObjectSchema, Schema } from "../codec/schema.ts";
import { type ApiObject, equal, type Json, type JsonObject } from "../object.ts";
import {
  difference,
  EMPTY,
  type FieldSet,
  intersection,
  isEmpty,
  paths,
  setOf,
  union,
} from "./field_set.ts";
import { type Comparer, comparer, type TrackedResource } from "./merge_and_compare.ts";
import { fieldElement, StructureError, typeOfElement } from "./path_elements.ts";
import {
  limitUpdaters,
  type Manager,
  managerKey,
  type Managers,
  readManagers,
  readSentManagers,
  withFields,
  writeManagers,
} from "./managers.ts";
import { checkStructure } from "./structure.ts";

/** A write that is not an apply. */
export interface UpdateTracking {
  readonly resource: TrackedResource;
  /** The object before the write; undefined for a create. */
  readonly live: ApiObject | undefined;
  /** The new object, with `managedFields` as the client sent them, if it did. */
  readonly object: ApiObject;
  /** The field manager of the writer. */
  readonly manager: string;
  /** The time of the write, in RFC 3339. */
  readonly time: string;
}

/**
 * Returns the `managedFields` after a write that is not an apply: the writer becomes the only owner of
 * the fields that it changed, and fields that it removed lose their owners. An object without
 * `managedFields` stays without.
 *
 * If the client sends one empty entry, all owners are forgotten before the write is tracked. An empty
 * list has no effect. Any other well-formed list replaces the stored one (specification, "Server-side
 * apply", point 5).
 *
 * @returns undefined if no manager owns a field
 */
export function trackUpdate(update: UpdateTracking): JsonObject[] | undefined {
  const { resource, live, object, manager, time } = update;
  const { managers, isReset } = managersBefore(update);
  if (live && managers.size === 0 && !isReset) return undefined;
  try {
    checkResetFields(resource, object);
    return writeManagers(
      limitUpdaters(recordChange(managers, { resource, live, object, manager, time })),
    );
  } catch (error) {
    // An object that does not have the structure of its schema may be written, and is not tracked.
    if (error instanceof StructureError) return undefined;
    throw error;
  }
}

/**
 * Returns the `managedFields` after a write to one field through another kind, such as a Scale, as
 * real servers compute them on that kind: if nobody owns the field, nobody becomes its owner, and an
 * empty value, which that kind leaves out, has no owner.
 *
 * @param field the path of the field @param isEmptied true if the write empties it
 */
export function trackField(
  update: UpdateTracking & { readonly live: ApiObject },
  field: readonly string[],
  isEmptied: boolean,
): JsonObject[] | undefined {
  const { managedFields } = update.live.metadata;
  const set = setOf(field.map(fieldElement));
  const owns = ({ fields }: Manager) => !isEmpty(intersection(fields, set));
  if (![...readManagers(managedFields).values()].some(owns)) {
    return managedFields as JsonObject[] | undefined;
  }
  const after = trackUpdate(update);
  if (!isEmptied) return after;
  const left = new Map<string, Manager>();
  for (const [key, manager] of readManagers(after)) {
    const fields = difference(manager.fields, set);
    if (isEmpty(fields)) continue;
    left.set(key, owns(manager) ? withFields(manager, fields) : manager);
  }
  return writeManagers(left);
}

/**
 * Checks the structure of fields that the write does not change, which are not compared. Those of
 * a custom resource are all checked: other kinds are decoded by their types.
 *
 * @throws {StructureError}
 */
function checkResetFields(
  { schema, resetFields, checksResetFields }: TrackedResource,
  object: JsonObject,
): void {
  if (!checksResetFields) return;
  if (schema.read) return checkStructure(object, schema);
  for (const path of paths(resetFields)) {
    let value: Json | undefined = object;
    let type: Schema | undefined = schema;
    for (const element of path) {
      value = asObject(value)?.[element.slice("f:".length)];
      type = typeOfElement(type, element);
    }
    if (type) checkStructure(value, type, path);
  }
}

const asObject = (value: Json | undefined): JsonObject | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;

/** Returns the managers before the write: the stored ones, or those that the client sent. */
function managersBefore(
  { resource, live, object }: UpdateTracking,
): { managers: Managers; isReset: boolean } {
  const known = live?.metadata.managedFields;
  const sent = object.metadata.managedFields;
  // A client of a subresource may not see the whole object, so its `managedFields` are ignored.
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

/** Returns the managers after a change by an updater. */
export function recordChange(
  managers: Managers,
  { resource, live, object, manager: name, time }: Omit<UpdateTracking, "live" | "object"> & {
    readonly live: JsonObject | undefined;
    readonly object: JsonObject;
  },
): Managers {
  const { apiVersion, subresource } = resource;
  const change = comparer(resource, live ?? initialObjectOf(resource), object);
  const writer = { name: name || "unknown", operation: "Update", apiVersion, subresource } as const;
  const key = managerKey(writer);
  const left = releaseChangedFields(managers, change, key).managers;
  const set = change(apiVersion)!.changed;
  if (isEmpty(set)) return left;
  const before = left.get(key);
  if (!before) return left.set(key, { ...writer, time, fields: set, entry: undefined });
  const fields = union(before.fields, set);
  if (fields === before.fields && time === before.time) return left;
  return left.set(key, { ...before, time, fields, entry: undefined });
}

/** The managers after a change, and the fields they lost to it. */
export interface ReleasedFields {
  /** The managers with the fields they still own; those without fields are removed. */
  readonly managers: Map<string, Manager>;
  /** The fields that managers lost because their value changed. */
  readonly taken: ReadonlyMap<string, FieldSet>;
}

/**
 * Removes changed and removed fields from their owners.
 *
 * @param self the key of the writer, which loses only removed fields
 */
export function releaseChangedFields(
  managers: Managers,
  change: Comparer,
  self?: string,
): ReleasedFields {
  const left = new Map<string, Manager>();
  const taken = new Map<string, FieldSet>();
  for (const [key, manager] of managers) {
    const comparison = change(manager.apiVersion);
    if (!comparison) continue;
    const { fields } = manager;
    const lost = key === self ? EMPTY : intersection(fields, comparison.changed);
    if (!isEmpty(lost)) taken.set(key, lost);
    const owned = difference(difference(fields, lost), comparison.removed);
    if (isEmpty(owned)) continue;
    left.set(key, owned === fields ? manager : withFields(manager, owned));
  }
  return { managers: left, taken };
}

/** Returns the schema of an API version of a resource. */
export function schemaOfVersion(
  resource: TrackedResource,
  apiVersion: string,
): ObjectSchema | undefined {
  return apiVersion === resource.apiVersion
    ? resource.schema
    : resource.otherVersion?.(apiVersion)?.schema;
}

/** Returns a new object of a resource, before any field is set. */
export const initialObjectOf = ({ schema, initialFields }: TrackedResource): JsonObject =>
  initialFields ? { ...zeroObject(schema), ...initialFields } : zeroObject(schema);

const known = new WeakMap<ObjectSchema, JsonObject>();

/** Returns an object with the fields that always exist, which no client sets. */
export function zeroObject(schema: ObjectSchema): JsonObject {
  let empty = known.get(schema);
  if (!empty) {
    empty = Object.fromEntries(
      [...schema.fields.values()].filter(isAlwaysThere).map((
        field,
      ) => [field.name, valueOf(field)]),
    );
    known.set(schema, empty);
  }
  return empty;
}

const isAlwaysThere = (field: Field): boolean =>
  field.required && !field.omitted || isZero(field.default ?? null) ||
  field.schema.type === "time" &&
    field.default !== undefined;

/** Returns true for the zero value of a type, which is the default of fields that always exist. */
const isZero = (value: Json): boolean =>
  value === "" || value === 0 || value === false ||
  (typeof value === "object" && value !== null && Object.keys(value).length === 0);

function valueOf({ schema, default: value, pointer }: Field): Json {
  if (schema.type === "object" && value !== undefined) return zeroObject(schema);
  const isRaw = schema.type === "any" && !pointer;
  return schema.type === "time" || isRaw || value === undefined ? null : value;
}
