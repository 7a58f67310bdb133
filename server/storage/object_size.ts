/**
 * How large an object is.
 *
 * @module
 */
import type { ApiObject, Json } from "../object.ts";
import { StorageError } from "./storage.ts";

/**
 * About the size of a value as it is written: its names and texts, in UTF-16 code units, and a few
 * for all else. Counting exactly would cost more than it is worth.
 */
function sizeOf(value: Json): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 4;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) size += sizeOf(item) + 1;
  } else {
    for (const name in value) size += name.length + 4 + sizeOf(value[name]!);
  }
  return size;
}

/** The largest object that is stored, in the measure of {@linkcode sizeOf}: 1.5 MiB. */
const OBJECT_LIMIT = 1.5 * 1024 * 1024;

/**
 * Makes sure that an object is small enough to be stored.
 *
 * @throws {StorageError} `too large`
 */
export function checkSize(object: ApiObject): void {
  const size = sizeOf(object);
  if (size <= OBJECT_LIMIT) return;
  throw new StorageError(
    "too large",
    `Cannot store an object of about ${size} bytes as the limit is ${OBJECT_LIMIT}: make it smaller`,
  );
}
