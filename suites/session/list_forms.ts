/**
 * The forms in which lists are requested: what holds for a list in JSON holds for it as a Table, in
 * YAML and in Protobuf, too.
 *
 * @module
 */
import { parse } from "@std/yaml";
import type { Dialect } from "../client/dialect.ts";
import type { HttpResponse, Json, JsonObject } from "../client/http_client.ts";
import { asObject, resourceVersionOf } from "../model/object.ts";
import { protobufMetadata } from "../model/protobuf_metadata.ts";
import type { ListForm } from "../model/selection.ts";

/** Returns the `Accept` header of a form; a target without the form answers in JSON. */
export function acceptOfForm(
  form: ListForm | undefined,
  { name, suffix }: Dialect,
): string | undefined {
  switch (form) {
    case undefined:
      return undefined;
    case "Table":
      return `application/json;as=Table;g=meta.${suffix};v=v1, application/json`;
    case "YAML":
      return "application/yaml, application/json";
    case "Protobuf":
      return `application/vnd.${name}.protobuf, application/json`;
  }
}

/**
 * Returns a response with the content of a YAML body, or the metadata of a Protobuf body as those of a
 * Table, in place of JSON.
 */
export function withContent(response: HttpResponse): HttpResponse {
  const type = response.headers.get("content-type") ?? "";
  if (/\.protobuf\b/.test(type)) {
    const json = response.bytes && protobufMetadata(response.bytes);
    response.leaveOut?.(json);
    return json === undefined ? response : { ...response, json };
  }
  if (response.json !== undefined || !/^application\/yaml\b/i.test(type)) return response;
  try {
    const json = parse(response.text, { schema: "json" }) as Json;
    response.leaveOut?.(json);
    return { ...response, json };
  } catch {
    return response;
  }
}

/** The items of a list, which are only their metadata in a Table. */
export interface Items {
  readonly items: readonly Json[];
  /** True if the items have nothing but their metadata. */
  readonly partial: boolean;
}

/**
 * Returns the items of a list or a Table; undefined if it is neither. Rows without the metadata of their
 * objects make no items: the specification does not show that they have it.
 */
export function itemsOf(list: JsonObject): Items | "rows without objects" | undefined {
  if (Array.isArray(list.items)) return { items: list.items, partial: false };
  // That it is no array is a violation of its own, which says nothing of the objects.
  if (list.items === null) return { items: [], partial: false };
  if (list.kind !== "Table") return undefined;
  const rows = Array.isArray(list.rows) ? list.rows : [];
  const objects = rows.map((row) => asObject(asObject(row)?.object) ?? {});
  return objects.every((object) => resourceVersionOf(object) !== undefined)
    ? { items: objects, partial: true }
    : "rows without objects";
}
