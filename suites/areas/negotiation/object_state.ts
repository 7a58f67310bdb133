/**
 * What of an object a write without changes must keep.
 *
 * @module
 */
import { canonical } from "../../model/content.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import type { Json } from "../../client/http_client.ts";

/** Returns an object as a text, without the fields that a write without changes may still change. */
export function stateOf(json: Json | undefined): string {
  const object = asObject(json) ?? {};
  const { resourceVersion: _version, managedFields: _fields, ...metadata } = metadataOf(object);
  return canonical({ ...object, metadata });
}
