/**
 * What a client applied by itself before the server could: it left a note of it in an annotation,
 * and may go on with server-side apply without conflicts over what it wrote.
 *
 * @module
 */
import type { ObjectSchema } from "../codec/schema.ts";
import type { Json, JsonObject } from "../object.ts";
import { compare } from "./compare.ts";
import { difference, EMPTY, type FieldSet } from "./field_set.ts";
import { fieldSetOf } from "./field_set_of.ts";
import { escapeHtml } from "./path_element.ts";
import { StructureError } from "./structure_error.ts";

/** The annotation that holds the note. */
export const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** All annotations of an object together, in bytes: 256 KiB. */
const ANNOTATIONS_LIMIT = 256 * 1024;

/** The fields of an object that are still as the note in it says. */
export function fieldsLastApplied(
  object: JsonObject,
  apiVersion: string,
  schema: ObjectSchema,
): FieldSet {
  const configuration = readNote(annotationsOf(object)[LAST_APPLIED]);
  if (!configuration || configuration.apiVersion !== apiVersion) return EMPTY;
  try {
    const { changed, removed } = compare(configuration, object, schema);
    return difference(difference(fieldSetOf(configuration, schema), changed), removed);
  } catch (error) {
    if (error instanceof StructureError) return EMPTY;
    throw error;
  }
}

/** The object with its note, where it has one, saying what was applied now. */
export function refreshLastApplied(object: JsonObject, applied: JsonObject): JsonObject {
  const annotations = annotationsOf(object);
  if (!annotations[LAST_APPLIED]) return object;
  const { [LAST_APPLIED]: _, ...others } = annotations;
  const note = writeNote(applied);
  const refreshed = sizeOf({ ...annotations, [LAST_APPLIED]: note }) > ANNOTATIONS_LIMIT
    ? others
    : { ...annotations, [LAST_APPLIED]: note };
  return { ...object, metadata: { ...object.metadata as JsonObject, annotations: refreshed } };
}

function annotationsOf(object: JsonObject): JsonObject {
  const metadata = object.metadata as JsonObject | undefined;
  return (metadata?.annotations ?? {}) as JsonObject;
}

function readNote(note: Json | undefined): JsonObject | undefined {
  if (typeof note !== "string" || note === "") return undefined;
  try {
    const configuration = JSON.parse(note);
    const isObject = typeof configuration === "object" && !Array.isArray(configuration);
    return isObject ? configuration ?? undefined : undefined;
  } catch {
    return undefined;
  }
}

/** The note as other servers write it: sorted, on a line, with the characters of HTML escaped. */
function writeNote(applied: JsonObject): string {
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
