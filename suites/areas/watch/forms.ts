/**
 * The forms in which a watch sends objects: whole, as Tables, or their metadata alone.
 *
 * @module
 */
import type { Dialect } from "../../client/dialect.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { asObject, metadataOf } from "../../model/object.ts";

/** A form of the objects in a list or a watch. */
export type WatchForm = typeof FORMS[number];

/** The forms. */
export const FORMS = ["whole objects", "Tables", "metadata alone"] as const;

/**
 * Returns the `Accept` header of a form; a target without the form sends whole objects.
 *
 * @param of What is requested: a list, or a watch with its single objects.
 */
export function acceptOfWatch(
  form: WatchForm,
  of: "list" | "watch",
  { suffix }: Dialect,
): string | undefined {
  if (form === "whole objects") return undefined;
  const metadata = of === "list" ? "PartialObjectMetadataList" : "PartialObjectMetadata";
  const as = form === "Tables" ? "Table" : metadata;
  return `application/json;as=${as};g=meta.${suffix};v=v1, application/json`;
}

/** Returns the objects of a list, a Table, or an event; a row without its object is left out. */
export function objectsIn(json: JsonObject): readonly JsonObject[] {
  const { items, rows, kind } = json;
  if (kind === "Table" && Array.isArray(rows)) {
    const objects = rows.map((row) => asObject(asObject(row)?.object));
    return objects.filter((object) => object !== undefined);
  }
  if (Array.isArray(items)) return items.map((item) => asObject(item) ?? {});
  return kind === "Status" || Object.keys(metadataOf(json)).length === 0 ? [] : [json];
}
