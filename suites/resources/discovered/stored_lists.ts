/**
 * The values that a server adds within lists: an apply of the list as it was written is then no
 * apply of the value that the object has.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { contains, objectOf } from "./json.ts";
import type { Schema } from "./schema.ts";

/**
 * Returns an object with its atomic lists as the server stores them: an EndpointSlice, whose
 * endpoints each get a field `conditions`, with that field. Lists with placeholders are kept.
 *
 * @param base the fields that were sent
 * @param stored the object in the response
 */
export function withStoredLists(base: JsonObject, stored: JsonObject, schema: Schema): JsonObject {
  const entries = Object.entries(base).map(([key, sent]): [string, Json] => {
    const field = schema.field(key);
    const answered = stored[key];
    if (field === undefined || answered === undefined) return [key, sent];
    if (Array.isArray(sent)) {
      const isFuller = field.listType === "atomic" && contains(answered, sent);
      return [key, isFuller && !JSON.stringify(sent).includes("{n") ? answered : sent];
    }
    if (typeof sent !== "object" || sent === null) return [key, sent];
    return [key, withStoredLists(sent, objectOf(answered), field)];
  });
  return Object.fromEntries(entries);
}
