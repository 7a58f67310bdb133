/**
 * Sends server-side applies.
 *
 * @module
 */
import type { Objects } from "../../session/objects.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";

/** Applies an object, by default as JSON, which is valid YAML. */
export function apply(
  objects: Objects,
  object: JsonObject,
  query: NonNullable<HttpRequest["query"]>,
  body: JsonObject | string = object,
): Promise<HttpResponse> {
  return objects.scope.send({
    method: "PATCH",
    path: objects.pathOf(object),
    query,
    headers: { "content-type": "application/apply-patch+yaml" },
    body,
  });
}
