/**
 * Field managers of an object: `metadata.managedFields` read, validated and written.
 *
 * @module
 */
import type { ObjectSchema } from "../codec/schema.ts";
import { equal, type Json, type JsonObject } from "../object.ts";
import { canonical, EMPTY, type FieldSet, readFieldSet, union } from "./field_set.ts";
import { withoutMembersOfAtomic } from "./object_fields.ts";

/** The operation by which a manager owns its fields: an apply or any other write. */
export type Operation = "Apply" | "Update";

/** The identity of a field manager. */
export interface ManagerIdentity {
  readonly name: string;
  readonly operation: Operation;
  /** The API version in which the fields are owned. */
  readonly apiVersion: string;
  /** The subresource of the write, otherwise empty. */
  readonly subresource: string;
}

/** A field manager with the fields it owns. */
export interface Manager extends ManagerIdentity {
  /** The time of the last change of its fields, in RFC 3339. */
  readonly time: string | undefined;
  readonly fields: FieldSet;
  /** Its entry in the stored object; undefined if it has none or a different one. */
  readonly entry: JsonObject | undefined;
}

/** The managers of an object by {@linkcode managerKey}. */
export type Managers = ReadonlyMap<string, Manager>;

/** Returns the key of a manager. An applier keeps its key when it changes the API version. */
export function managerKey({ name, operation, apiVersion, subresource }: ManagerIdentity): string {
  return operation === "Apply"
    ? `Apply\n${subresource}\n${name}`
    : `Update\n${apiVersion}\n${subresource}\n${name}`;
}

/** Parses the entries of a stored object, which are valid. */
export function readManagers(entries: Json | undefined): Managers {
  const managers = new Map<string, Manager>();
  for (const entry of (entries ?? []) as JsonObject[]) {
    const manager = toManager(entry, entry.fieldsV1 as FieldSet);
    managers.set(managerKey(manager), manager);
  }
  return managers;
}

/**
 * Parses entries of `managedFields` that a client sent.
 *
 * @param schemaOf the schema of an API version; sets of versions without one are not checked
 * @returns undefined if they are malformed
 */
export function readSentManagers(
  entries: Json | undefined,
  schemaOf: (apiVersion: string) => ObjectSchema | undefined,
): Managers | undefined {
  if (!Array.isArray(entries)) return undefined;
  const managers = new Map<string, Manager>();
  for (const entry of entries) {
    const manager = readSentManager(entry, schemaOf);
    if (!manager) return undefined;
    managers.set(managerKey(manager), manager);
  }
  return managers;
}

function readSentManager(
  entry: Json,
  schemaOf: (apiVersion: string) => ObjectSchema | undefined,
): Manager | undefined {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return undefined;
  const { operation, apiVersion, fieldsType, fieldsV1 } = entry;
  if (operation !== "Apply" && operation !== "Update") return undefined;
  if (typeof apiVersion !== "string" || apiVersion === "" || fieldsType !== "FieldsV1") {
    return undefined;
  }
  const set = readSet(fieldsV1 ?? {});
  const schema = schemaOf(apiVersion);
  if (!set) return undefined;
  return withFields(toManager(entry, set), schema ? withoutMembersOfAtomic(set, schema) : set);
}

function readSet(fields: Json): FieldSet | undefined {
  try {
    return readFieldSet(fields);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function toManager(entry: JsonObject, fields: FieldSet): Manager {
  return {
    name: (entry.manager ?? "") as string,
    operation: entry.operation as Operation,
    apiVersion: entry.apiVersion as string,
    subresource: (entry.subresource ?? "") as string,
    time: entry.time as string | undefined,
    fields,
    entry,
  };
}

/** Returns a manager with other fields. */
export function withFields(manager: Manager, fields: FieldSet): Manager {
  return { ...manager, fields, entry: undefined };
}

/** Returns the entries of `managedFields`; undefined if there are no managers. */
export function writeManagers(managers: Managers): JsonObject[] | undefined {
  if (managers.size === 0) return undefined;
  const sorted = [...managers.values()];
  if (sorted.length > 1) sorted.sort(compareManagers);
  return sorted.map((manager) => manager.entry ?? writeManager(manager));
}

function writeManager(
  { name, operation, apiVersion, time, fields, subresource }: Manager,
): JsonObject {
  const entry: JsonObject = {};
  if (name) entry.manager = name;
  entry.operation = operation;
  entry.apiVersion = apiVersion;
  if (time !== undefined) entry.time = time;
  entry.fieldsType = "FieldsV1";
  entry.fieldsV1 = stored(fields);
  if (subresource) entry.subresource = subresource;
  return entry;
}

/** The field sets that were written last, by their text: objects of a kind mostly have the same few. */
const recent = new Map<string, JsonObject>();
let last: JsonObject = {};

/** The most of them, and the length of the text of one. */
const [MAX_RECENT, MAX_TEXT] = [64, 4_096];

/** Returns a set in its order on the wire: a recent one that is equal, as stored sets never change. */
function stored(set: JsonObject): JsonObject {
  if (isSame(last, set)) return last;
  const text = JSON.stringify(set);
  last = recent.get(text) ?? canonical(set as FieldSet);
  if (text.length > MAX_TEXT || recent.has(text)) return last;
  if (recent.size >= MAX_RECENT) recent.delete(recent.keys().next().value!);
  recent.set(text, last);
  return last;
}

/** Returns true for equal sets, whose values are sets. */
function isSame(left: JsonObject, right: JsonObject): boolean {
  let difference = 0;
  for (const element in left) {
    const inner = right[element];
    if (inner === undefined) return false;
    if (!isSame(left[element] as JsonObject, inner as JsonObject)) return false;
    difference++;
  }
  for (const _ in right) difference--;
  return difference === 0;
}

/** Returns true if two lists of entries are equal, regardless of their times. */
export function sameManagers(left: Json | undefined, right: Json | undefined): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return equal(left, right);
  return left.length === right.length && left.every((entry, index) => {
    const other = right[index];
    return entry === other || sameButTime(entry as JsonObject, other as JsonObject);
  });
}

const COMPARED_FIELDS = [
  "manager",
  "operation",
  "apiVersion",
  "subresource",
  "fieldsType",
] as const;

const sameButTime = (left: JsonObject, right: JsonObject): boolean =>
  COMPARED_FIELDS.every((field) => left[field] === right[field]) &&
  equal(left.fieldsV1, right.fieldsV1);

/** Appliers first, then by time, then by name. */
function compareManagers(left: Manager, right: Manager): number {
  return compareTexts(left.operation, right.operation) ||
    compareTexts(left.time ?? "", right.time ?? "") ||
    compareTexts(left.name, right.name) ||
    compareTexts(left.apiVersion, right.apiVersion) ||
    compareTexts(left.subresource, right.subresource);
}

const compareTexts = (left: string, right: string) => left < right ? -1 : left > right ? 1 : 0;

/** The most managers with the operation Update that an object keeps. */
export const MAX_UPDATERS = 10;

/** The manager into which the oldest ones are merged. */
export const ANCIENT_CHANGES = "ancient-changes";

const ageOf = ({ time = "", name, apiVersion, subresource }: Manager): string =>
  [time, name, apiVersion, subresource].join(" ");

/** Returns the managers; the oldest updaters of an API version are merged if there are too many. */
export function limitUpdaters(managers: Managers): Managers {
  if (managers.size <= MAX_UPDATERS) return managers;
  const updaters = [...managers].filter(([, { operation }]) => operation === "Update");
  if (updaters.length <= MAX_UPDATERS) return managers;
  updaters.sort(([, left], [, right]) => ageOf(left) < ageOf(right) ? -1 : 1);
  const result = new Map(managers);
  const firstOfVersion = new Map<string, string>();
  const mergedFields = new Map<string, FieldSet[]>();
  let count = updaters.length;
  for (const [key, manager] of updaters) {
    if (count <= MAX_UPDATERS) break;
    const { apiVersion } = manager;
    const first = firstOfVersion.get(apiVersion);
    if (first === undefined) {
      firstOfVersion.set(apiVersion, key);
      continue;
    }
    const bucket = {
      name: ANCIENT_CHANGES,
      operation: "Update",
      apiVersion,
      subresource: "",
    } as const;
    const bucketKey = managerKey(bucket);
    const merged = result.get(bucketKey) ?? result.get(first)!;
    if (!result.has(bucketKey)) result.delete(first);
    result.delete(key);
    const sets = mergedFields.get(bucketKey) ?? [merged.fields];
    sets.push(manager.fields);
    mergedFields.set(bucketKey, sets);
    result.set(bucketKey, { ...bucket, time: manager.time, fields: EMPTY, entry: undefined });
    count--;
  }
  for (const [key, sets] of mergedFields) {
    const bucket = result.get(key);
    if (bucket) result.set(key, { ...bucket, fields: unionOf(sets) });
  }
  return result;
}

/** Returns the union of sets, of neighbours first, so that large ones are not merged often. */
function unionOf(sets: readonly FieldSet[]): FieldSet {
  if (sets.length <= 2) return sets.length === 2 ? union(sets[1]!, sets[0]!) : sets[0] ?? EMPTY;
  const half = sets.length >> 1;
  return union(unionOf(sets.slice(half)), unionOf(sets.slice(0, half)));
}
