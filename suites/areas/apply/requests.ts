/**
 * How an apply is sent.
 *
 * @module
 */
import type { ObjectJson } from "../../scope.ts";
import type { Objects } from "../../session/objects.ts";
import type { Answer, Ask } from "../../client/http_client.ts";

/** Applies an object; the body is JSON, which is YAML, or the text given. */
export function apply(
  objects: Objects,
  object: ObjectJson,
  query: NonNullable<Ask["query"]>,
  body: ObjectJson | string = object,
): Promise<Answer> {
  return objects.scope.ask({
    method: "PATCH",
    path: objects.pathOf(object),
    query,
    headers: { "content-type": "application/apply-patch+yaml" },
    body,
  });
}
