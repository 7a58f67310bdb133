/**
 * The fields of a Secret that the ownership model covers, and their owners in `managedFields`.
 *
 * @module
 */
import type { Json, JsonObject } from "../../../client/http_client.ts";
import { asObject, metadataOf } from "../../../model/object.ts";
import type { Fields, Owned } from "./ownership.ts";

/** Returns the fields of an object: `data/…`, `annotations/…` and `finalizers/…`. */
export function fieldsOf(object: JsonObject): Fields {
  const { annotations, finalizers } = metadataOf(object);
  const entries = (map: string, values: Json | undefined): [string, string][] =>
    Object.entries(asObject(values) ?? {}).map(([key, value]) => [`${map}/${key}`, String(value)]);
  const members = (Array.isArray(finalizers) ? finalizers : [])
    .map((each): [string, string] => [`finalizers/${each}`, ""]);
  return new Map([
    ...entries("data", object.data),
    ...entries("annotations", annotations),
    ...members,
  ]);
}

/** Returns an object with exactly these fields and without empty maps and lists. */
export function withFields(object: JsonObject, fields: Fields): JsonObject {
  const data: JsonObject = {};
  const annotations: JsonObject = {};
  const finalizers: Json[] = [];
  for (const [path, value] of fields) {
    const [map, key] = [path.slice(0, path.indexOf("/")), path.slice(path.indexOf("/") + 1)];
    if (map === "data") data[key] = value;
    else if (map === "annotations") annotations[key] = value;
    else finalizers.push(key);
  }
  const { data: _data, ...content } = object;
  const { annotations: _annotations, finalizers: _finalizers, ...metadata } = metadataOf(object);
  return {
    ...content,
    ...(Object.keys(data).length > 0 && { data }),
    metadata: {
      ...metadata,
      ...(Object.keys(annotations).length > 0 && { annotations }),
      ...(finalizers.length > 0 && { finalizers }),
    },
  };
}

/** Returns the owners of these fields from the object's `managedFields`. */
export function ownersOf(object: JsonObject): Owned["owners"] {
  const owners = new Map<string, Set<string>>();
  const { managedFields } = metadataOf(object);
  for (const entry of Array.isArray(managedFields) ? managedFields : []) {
    const { manager, operation, fieldsV1 } = asObject(entry) ?? {};
    const root = asObject(fieldsV1);
    const metadata = asObject(root?.["f:metadata"]);
    const paths = [
      ...keysOf("data", root?.["f:data"]),
      ...keysOf("annotations", metadata?.["f:annotations"]),
      ...keysOf("finalizers", metadata?.["f:finalizers"]),
    ];
    const name = `${operation} ${manager}`;
    if (paths.length > 0) {
      owners.set(name, (owners.get(name) ?? new Set()).union(new Set(paths)));
    }
  }
  return owners;
}

function keysOf(map: string, set: Json | undefined): string[] {
  return Object.keys(asObject(set) ?? {}).filter((key) => key !== ".").map((key) =>
    key.startsWith("v:") ? `${map}/${JSON.parse(key.slice(2))}` : `${map}/${key.slice(2)}`
  );
}
