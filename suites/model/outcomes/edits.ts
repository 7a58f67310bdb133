/**
 * Edits of an object, which every verb and patch type can make.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../object.ts";

/** A field to set, or to remove if it has no value. */
export interface Edit {
  readonly path: readonly string[];
  readonly value?: Json;
}

/** Returns true if an edit gives another value to a field that the object has. */
export function changesField({ path, value }: Edit, object: JsonObject): boolean {
  let old: Json | undefined = object;
  for (const key of path) old = asObject(old)?.[key];
  return old !== undefined && JSON.stringify(old) !== JSON.stringify(value);
}

/** Returns the edits that a merge patch makes of an object: null removes a field. */
export function editsOf(
  patch: JsonObject,
  object: JsonObject,
  path: readonly string[] = [],
): Edit[] {
  return Object.entries(patch).flatMap(([key, value]): Edit[] => {
    const old = object[key];
    const at = [...path, key];
    if (value === null) return old === undefined ? [] : [{ path: at }];
    const [inner, outer] = [asObject(value), asObject(old)];
    if (inner !== undefined && outer !== undefined) return editsOf(inner, outer, at);
    return [{ path: at, value: inner === undefined ? value : edited({}, editsOf(inner, {})) }];
  });
}

/** Returns the object after the edits; changes neither argument. */
export function edited(object: JsonObject, edits: readonly Edit[]): JsonObject {
  return edits.reduce((document, edit) => withEdit(document, edit.path, edit.value), object);
}

/** Returns the merge patch of the edits. */
export function mergePatchOf(edits: readonly Edit[]): JsonObject {
  return edits.reduce((patch, { path, value = null }) => withEdit(patch, path, value), {});
}

/** Returns the operations of a JSON patch of the edits. */
export function jsonPatchOf(edits: readonly Edit[]): JsonObject[] {
  return edits.map(({ path, value }): JsonObject => {
    const pointer = path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    return value === undefined
      ? { op: "remove", path: pointer.join("") }
      : { op: "add", path: pointer.join(""), value };
  });
}

function withEdit(
  object: JsonObject,
  [first, ...rest]: readonly string[],
  value: Json | undefined,
): JsonObject {
  const { [first!]: inner, ...others } = object;
  if (rest.length > 0) {
    return { ...object, [first!]: withEdit(asObject(inner) ?? {}, rest, value) };
  }
  return value === undefined ? others : { ...object, [first!]: value };
}
