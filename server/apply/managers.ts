/**
 * Who owns which fields of an object: `metadata.managedFields`, read and written.
 *
 * @module
 */
import type { ObjectSchema } from "../codec/schema.ts";
import type { Json, JsonObject } from "../object.ts";
import { withoutPartsOfWholes } from "./adapt_field_set.ts";
import { canonical, type FieldSet, readFieldSet } from "./field_set.ts";

/** How a manager came to its fields: by applying configurations, or by any other write. */
export type Operation = "Apply" | "Update";

/** Who a manager is. */
export interface ManagerIdentity {
  readonly name: string;
  readonly operation: Operation;
  /** The version of the objects whose fields are owned. */
  readonly apiVersion: string;
  /** The subresource written through, otherwise empty. */
  readonly subresource: string;
}

/** A manager with what it owns. */
export interface Manager extends ManagerIdentity {
  /** When its set of fields last changed, as the wire has it. */
  readonly time?: string;
  readonly fields: FieldSet;
}

/** The managers of an object by {@linkcode managerKey}. */
export type Managers = ReadonlyMap<string, Manager>;

/** What tells managers apart; an applier stays the same when it goes on to another version. */
export function managerKey({ name, operation, apiVersion, subresource }: ManagerIdentity): string {
  return JSON.stringify([name, operation, operation === "Apply" ? "" : apiVersion, subresource]);
}

/** The managers of entries that were read or written before; entries are never changed. */
const knownManagers = new WeakMap<JsonObject, Manager>();
const knownEntries = new WeakMap<Manager, JsonObject>();

/**
 * Reads the entries of `managedFields`.
 *
 * @param schemaOf the schema of a version; sets of versions without one are taken as they are
 * @returns undefined when they are not well-formed
 */
export function readManagers(
  entries: Json | undefined,
  schemaOf: (apiVersion: string) => ObjectSchema | undefined,
): Managers | undefined {
  const managers = new Map<string, Manager>();
  if (entries === undefined || entries === null) return managers;
  if (!Array.isArray(entries)) return undefined;
  for (const entry of entries) {
    const manager = readManager(entry, schemaOf);
    if (!manager) return undefined;
    managers.set(managerKey(manager), manager);
  }
  return managers;
}

function readManager(
  entry: Json,
  schemaOf: (apiVersion: string) => ObjectSchema | undefined,
): Manager | undefined {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return undefined;
  const known = knownManagers.get(entry);
  if (known) return known;
  const { operation, apiVersion, fieldsType, fieldsV1, time } = entry;
  if (operation !== "Apply" && operation !== "Update") return undefined;
  if (typeof apiVersion !== "string" || apiVersion === "" || fieldsType !== "FieldsV1") {
    return undefined;
  }
  const set = readSet(fieldsV1 ?? {});
  if (!set) return undefined;
  const schema = schemaOf(apiVersion);
  return {
    name: String(entry.manager ?? ""),
    operation,
    apiVersion,
    subresource: String(entry.subresource ?? ""),
    ...(typeof time === "string" && { time }),
    fields: schema ? withoutPartsOfWholes(set, schema) : set,
  };
}

function readSet(fields: Json): FieldSet | undefined {
  try {
    return readFieldSet(fields);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Writes managers as entries of `managedFields`; undefined when there are none. */
export function writeManagers(managers: Managers): JsonObject[] | undefined {
  if (managers.size === 0) return undefined;
  return [...managers.values()].sort(compareManagers).map(writeManager);
}

function writeManager(manager: Manager): JsonObject {
  const known = knownEntries.get(manager);
  if (known) return known;
  const { name, operation, apiVersion, time, fields, subresource } = manager;
  const entry = {
    ...(name && { manager: name }),
    operation,
    apiVersion,
    ...(time !== undefined && { time }),
    fieldsType: "FieldsV1",
    fieldsV1: canonical(fields),
    ...(subresource && { subresource }),
  };
  knownManagers.set(entry, manager);
  knownEntries.set(manager, entry);
  return entry;
}

const secondsOf = ({ time }: Manager): number => time ? Math.floor(Date.parse(time) / 1000) : 0;

/** Appliers first, then by time in whole seconds, then by name. */
function compareManagers(left: Manager, right: Manager): number {
  return compareTexts(left.operation, right.operation) ||
    secondsOf(left) - secondsOf(right) ||
    compareTexts(left.name, right.name) ||
    compareTexts(left.apiVersion, right.apiVersion) ||
    compareTexts(left.subresource, right.subresource);
}

const compareTexts = (left: string, right: string) => left < right ? -1 : left > right ? 1 : 0;
