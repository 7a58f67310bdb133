/**
 * Field ownership after an ordinary write: create, update and every patch except apply.
 *
 * @module
 */
import type { Field, ObjectSchema } from "../codec/schema.ts";
import { equal } from "../json_equal.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import {
  difference,
  EMPTY,
  fieldElement,
  type FieldSet,
  intersection,
  isEmpty,
  setOf,
  union,
} from "./field_set.ts";
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
import { compare, type Comparison } from "./merge_and_compare.ts";
import { StructureError } from "./object_fields.ts";

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

/** What is left after a change. */
export interface ReleasedFields {
  /** The managers with what they still own; those that own nothing are gone. */
  readonly managers: Map<string, Manager>;
  /** The fields that were taken from managers because they got another value. */
  readonly taken: ReadonlyMap<string, FieldSet>;
}

/**
 * Takes what changed from its owners: fields with a new value, and fields that are gone.
 *
 * @param self the key of the manager that gives the new values, which loses only what is gone
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

/** A version of a resource. */
export interface TrackedVersion {
  readonly apiVersion: string;
  readonly schema: ObjectSchema;
  /** The fields that writes do not reach here, which nobody comes to own: `status`, for example. */
  readonly resetFields: FieldSet;
}

/** A resource or subresource as a write meets it. */
export interface TrackedResource extends TrackedVersion {
  /** The subresource, otherwise empty. */
  readonly subresource: string;
  /** What every object has from the beginning, beside what the schema tells of. */
  readonly alwaysThere?: JsonObject;
  /** Another version of the resource, in which earlier writers may own fields. */
  readonly otherVersion?: (apiVersion: string) => OtherVersion | undefined;
}

/** A version that is not the one of the write. */
export interface OtherVersion extends TrackedVersion {
  /** The object in this version. */
  convert(object: JsonObject): JsonObject;
}

/** A way to see the change from one object to another in any version; undefined where it is gone. */
export type Comparer = (apiVersion: string) => Comparison | undefined;

/** Compares two objects in the version of the write, and in others when they are asked for. */
export function comparer(
  resource: TrackedResource,
  before: JsonObject,
  after: JsonObject,
): Comparer {
  const own = compare(before, after, resource.schema, withUnowned(resource.resetFields));
  const others = new Map<string, Comparison | undefined>();
  return (apiVersion) => {
    if (apiVersion === resource.apiVersion) return own;
    if (!others.has(apiVersion)) others.set(apiVersion, compareAt(apiVersion));
    return others.get(apiVersion);
  };

  function compareAt(apiVersion: string): Comparison | undefined {
    const other = resource.otherVersion?.(apiVersion);
    if (!other) return undefined;
    const ignored = withUnowned(other.resetFields);
    return compare(other.convert(before), other.convert(after), other.schema, ignored);
  }
}

/** The schema of any version of a resource. */
export function schemaOfVersion(
  resource: TrackedResource,
  apiVersion: string,
): ObjectSchema | undefined {
  return apiVersion === resource.apiVersion
    ? resource.schema
    : resource.otherVersion?.(apiVersion)?.schema;
}

/** An object of a resource before anybody said anything. */
export const initialObjectOf = ({ schema, alwaysThere }: TrackedResource): JsonObject =>
  alwaysThere ? { ...zeroObject(schema), ...alwaysThere } : zeroObject(schema);

const known = new WeakMap<ObjectSchema, JsonObject>();

/** The empty object of a type. What is always there was set by nobody who creates an object. */
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
  field.required || isZero(field.default ?? null) || field.schema.type === "time" &&
    field.default !== undefined;

/** The default of a field that is always there is the zero of its type. */
const isZero = (value: Json): boolean =>
  value === "" || value === 0 || value === false ||
  (typeof value === "object" && value !== null && Object.keys(value).length === 0);

function valueOf({ schema, default: value }: Field): Json {
  if (schema.type === "object" && value !== undefined) return zeroObject(schema);
  return schema.type === "time" || value === undefined ? null : value;
}

/** Beside these, `metadata` itself: it is always there. */
const UNOWNED = setOf(
  ...["apiVersion", "kind"].map((field) => [fieldElement(field)]),
  ...[
    "name",
    "namespace",
    "creationTimestamp",
    "selfLink",
    "uid",
    "clusterName",
    "generation",
    "managedFields",
    "resourceVersion",
  ].map((field) => [fieldElement("metadata"), fieldElement(field)]),
);

/** The fields a comparison need not look at: nobody owns them, or the write does not reach them. */
export const withUnowned = (resetFields: FieldSet): FieldSet => union(UNOWNED, resetFields);

/** A set without the fields that nobody owns. */
export const ownable = (fields: FieldSet): FieldSet =>
  difference(difference(fields, UNOWNED), METADATA);

const METADATA = setOf([fieldElement("metadata")]);
