/**
 * Merges an applied configuration into an object, and compares two states of an object field by
 * field, in each API version that an owner may name.
 *
 * @module
 */
import type { ListSchema, MapSchema, ObjectSchema, Schema } from "../codec/schema.ts";
import { equal, type Json, type JsonObject, setKey } from "../object.ts";
import {
  difference,
  EMPTY,
  type FieldSet,
  has,
  insert,
  insertEntry,
  isEmpty,
  setOf,
  union,
} from "./field_set.ts";
import {
  fieldElement,
  fieldsOf,
  type Granular,
  isGranular,
  itemsByElement,
  ownField,
  type PathElement,
  schemaOfValues,
  typeOfField,
} from "./path_elements.ts";

/**
 * Returns the live object with all fields of an applied configuration. Nothing is removed; neither
 * argument is changed, and the result shares what did not change with them.
 *
 * @throws {StructureError} if one does not have the structure of the schema
 */
export function mergeApplied(
  live: JsonObject,
  applied: JsonObject,
  schema: ObjectSchema,
): JsonObject {
  return merge(live, applied, schema, []) as JsonObject;
}

function merge(
  live: Json | undefined,
  applied: Json | undefined,
  stated: Schema,
  path: PathElement[],
): Json {
  const schema = schemaOfValues(stated, live, applied);
  if (applied === undefined) return live!;
  if (live === undefined || !isGranular(schema)) return applied;
  if (schema.type === "list") return mergeLists(live, applied, schema, path);
  const left = fieldsOf(live, path);
  const right = fieldsOf(applied, path);
  let merged: JsonObject | undefined;
  for (const name of Object.keys(right)) {
    const before = ownField(left, name);
    path.push(fieldElement(name));
    const after = merge(before, right[name]!, typeOfField(schema, name), path);
    path.pop();
    if (after !== before) setKey(merged ??= { ...left }, name, after);
  }
  return merged ?? (Object.keys(left).length === 0 ? applied : left);
}

function mergeLists(
  live: Json,
  applied: Json,
  schema: ListSchema,
  path: PathElement[],
): Json {
  const [left, right] = [itemsByElement(live, schema, path), itemsByElement(applied, schema, path)];
  if (left.size + right.size === 0) return applied;
  return mergeOrder([...left.keys()], [...right.keys()]).map((element) => {
    path.push(element);
    const item = merge(left.get(element), right.get(element), schema.items, path);
    path.pop();
    return item;
  });
}

/**
 * The order of a merged list: that of the applied items, with the items that only the live list
 * has at their places before the shared item that follows them.
 */
export function mergeOrder(
  live: readonly PathElement[],
  applied: readonly PathElement[],
): PathElement[] {
  const [isLive, isApplied] = [new Set(live), new Set(applied)];
  const order: PathElement[] = [];
  let next = 0;
  let shared = 0;
  for (const element of live) {
    if (!isApplied.has(element)) {
      order.push(element);
      continue;
    }
    while (shared < applied.length && !isLive.has(applied[shared]!)) shared++;
    // Of the shared items only the next one may go ahead: the others wait for their turn.
    if (applied[shared] !== element) continue;
    shared++;
    while (next < shared) order.push(applied[next++]!);
  }
  return [...order, ...applied.slice(next)];
}

/** The fields that differ between two states. */
export interface Comparison {
  /** The fields that were added or changed. */
  readonly changed: FieldSet;
  /** The fields that were removed. */
  readonly removed: FieldSet;
}

/** Returns true if a comparison found no difference. */
export const isSame = ({ changed, removed }: Comparison): boolean =>
  isEmpty(changed) && isEmpty(removed);

/**
 * Compares two states of an object.
 *
 * @param ignored the fields to skip, with everything below them
 * @throws {StructureError} if one does not have the structure of the schema
 */
export function compare(
  before: JsonObject,
  after: JsonObject,
  schema: ObjectSchema,
  ignored: FieldSet = EMPTY,
): Comparison {
  const traversal: Traversal = { path: [], changed: {}, removed: {} };
  compareValues(before, after, schema, traversal, ignored);
  return traversal;
}

interface Traversal extends Comparison {
  /** The path of the current value. */
  readonly path: PathElement[];
}

type Value = Json | undefined;

function compareValues(
  before: Value,
  after: Value,
  stated: Schema,
  traversal: Traversal,
  ignored: FieldSet,
): void {
  const schema = schemaOfValues(stated, before, after);
  if (before === after) return;
  if (before !== undefined && after !== undefined && changesType(stated, before, after)) {
    // The parts of the one are removed, and those of the other are new.
    compareValues(before, undefined, stated, traversal, ignored);
    compareValues(undefined, after, stated, traversal, ignored);
    return;
  }
  if (before === undefined && ignored === EMPTY) {
    insertEntry(traversal.changed, traversal.path, newEntry(after!, schema, traversal.path));
    return;
  }
  const hasParts = isGranular(schema) && compareParts(before, after, schema, traversal, ignored);
  if (before === undefined) insert(traversal.changed, traversal.path);
  else if (after === undefined) insert(traversal.removed, traversal.path);
  // Values without parts on either side differ as a whole, others by their parts.
  else if (!hasParts && !equal(before, after)) insert(traversal.changed, traversal.path);
}

/** Returns true if a value of a deduced type has parts on one side only. */
const changesType = (stated: Schema, before: Json, after: Json): boolean =>
  stated.type === "map" && stated.isDeduced === true &&
  schemaOfValues(stated, before) !== schemaOfValues(stated, after);

/** Compares the fields or items of a value; returns true if it has any. */
function compareParts(
  before: Value,
  after: Value,
  schema: Granular,
  traversal: Traversal,
  ignored: FieldSet,
): boolean {
  return schema.type === "list"
    ? compareItems(before, after, schema, traversal)
    : compareFields(before, after, schema, traversal, ignored);
}

function compareFields(
  before: Value,
  after: Value,
  schema: ObjectSchema | MapSchema,
  traversal: Traversal,
  ignored: FieldSet,
): boolean {
  const left = fieldsOf(before, traversal.path);
  const right = fieldsOf(after, traversal.path);
  const mine = Object.keys(left);
  const others = Object.keys(right);
  for (const name of mine) {
    const value = left[name];
    const other = ownField(right, name);
    if (value !== other) compareField(name, value, other, schema, traversal, ignored);
  }
  for (const name of others) {
    if (Object.hasOwn(left, name)) continue;
    compareField(name, undefined, right[name], schema, traversal, ignored);
  }
  return mine.length + others.length > 0;
}

function compareField(
  name: string,
  before: Value,
  after: Value,
  schema: ObjectSchema | MapSchema,
  traversal: Traversal,
  ignored: FieldSet,
): void {
  const element = fieldElement(name);
  const inside = ignored[element];
  if (inside !== undefined && has(ignored, element)) return;
  traversal.path.push(element);
  compareValues(before, after, typeOfField(schema, name), traversal, inside ?? EMPTY);
  traversal.path.pop();
}

function compareItems(
  before: Value,
  after: Value,
  schema: ListSchema,
  traversal: Traversal,
): boolean {
  const { path } = traversal;
  const [left, right] = [itemsByElement(before, schema, path), itemsByElement(after, schema, path)];
  for (const [element, item] of left) {
    path.push(element);
    compareValues(item, right.get(element), schema.items, traversal, EMPTY);
    path.pop();
  }
  for (const [element, item] of right) {
    if (left.has(element)) continue;
    path.push(element);
    compareValues(undefined, item, schema.items, traversal, EMPTY);
    path.pop();
  }
  return left.size + right.size > 0;
}

/** Adds a new field with all its parts. */
function newEntry(value: Json, stated: Schema, path: PathElement[]): FieldSet {
  const schema = schemaOfValues(stated, value);
  if (!isGranular(schema)) return EMPTY;
  const entry: FieldSet = { ".": EMPTY };
  if (schema.type === "list") {
    const items = itemsByElement(value, schema, path);
    if (items.size === 0) return EMPTY;
    for (const [element, item] of items) {
      entry[element] = newPart(element, item, schema.items, path);
    }
    return entry;
  }
  const fields = fieldsOf(value, path);
  const names = Object.keys(fields);
  if (names.length === 0) return EMPTY;
  if (names.length > 1) names.sort();
  for (const name of names) {
    const element = fieldElement(name);
    entry[element] = newPart(element, fields[name]!, typeOfField(schema, name), path);
  }
  return entry;
}

function newPart(
  element: PathElement,
  value: Json,
  schema: Schema,
  path: PathElement[],
): FieldSet {
  // Most parts are plain values.
  if (!isGranular(schema)) return EMPTY;
  path.push(element);
  const entry = newEntry(value, schema, path);
  path.pop();
  return entry;
}

/** An API version of a resource. */
export interface TrackedVersion {
  readonly apiVersion: string;
  readonly schema: ObjectSchema;
  /** The fields that writes do not change and nobody owns, for example `status`. */
  readonly resetFields: FieldSet;
}

/** A resource or subresource whose field ownership is tracked. */
export interface TrackedResource extends TrackedVersion {
  /**
   * True if reset fields, and those of a custom resource that are owned as a whole, must have the
   * structure of the schema too, or the object is not tracked.
   * @default {false}
   */
  readonly checksResetFields?: boolean;
  /** The subresource, otherwise empty. */
  readonly subresource: string;
  /** Fields that every new object has beside the defaults of the schema. */
  readonly initialFields?: JsonObject;
  /** Returns another API version, in which earlier writers may own fields. */
  readonly otherVersion?: (apiVersion: string) => OtherVersion | undefined;
}

/** An API version other than that of the write. */
export interface OtherVersion extends TrackedVersion {
  /** Converts an object to this API version. */
  convert(object: JsonObject): JsonObject;
}

/** Returns the difference of two objects in an API version; undefined if it is not served. */
export type Comparer = (apiVersion: string) => Comparison | undefined;

/** Compares two objects in the API version of the write, and in others on demand. */
export function comparer(
  resource: TrackedResource,
  before: JsonObject,
  after: JsonObject,
): Comparer {
  const own = compare(before, after, resource.schema, withUnowned(resource.resetFields));
  let others: Map<string, Comparison | undefined> | undefined;
  return (apiVersion) => {
    if (apiVersion === resource.apiVersion) return own;
    others ??= new Map();
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

/** Fields that the server sets and nobody owns; `metadata` itself is another. */
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

/** Returns the fields to ignore in comparisons: those without owner and those a write does not change. */
export const withUnowned = (resetFields: FieldSet): FieldSet => union(UNOWNED, resetFields);

/** Returns a set without the fields that nobody owns. */
export const ownable = (fields: FieldSet): FieldSet =>
  difference(difference(fields, UNOWNED), METADATA);

const METADATA = setOf([fieldElement("metadata")]);
