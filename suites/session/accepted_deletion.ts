/**
 * Deletions that a target accepts, and may carry out after its response.
 *
 * @module
 */
import { Discard } from "../check.ts";
import type { HttpRequest, JsonObject } from "../client/http_client.ts";
import { asObject, metadataOf } from "../model/object.ts";
import type { Scope } from "../scope.ts";

/** The milliseconds that a deletion may take, and those between two lists. */
const PATIENCE = { most: 5_000, interval: 100 } as const;

/**
 * Waits until a list shows none of the scope's objects that a deletion must remove, which was answered
 * with 202. What has finalizers only begins to be deleted.
 *
 * @param isSelected True for an object that is to be deleted.
 * @throws {Discard} if it takes longer than a few seconds
 */
export async function untilGone(
  scope: Pick<Scope, "send" | "selector">,
  { path }: Pick<HttpRequest, "path">,
  isSelected: (object: JsonObject) => boolean,
): Promise<void> {
  const until = performance.now() + PATIENCE.most;
  for (;;) {
    const query = { labelSelector: scope.selector };
    const { json } = await scope.send({ method: "GET", path, query });
    const items = asObject(json)?.items;
    const objects = Array.isArray(items) ? items.map((item) => asObject(item) ?? {}) : undefined;
    if (objects?.every((object) => !isSelected(object) || isHeld(object))) return;
    if (performance.now() >= until) throw new Discard("the deletion is asynchronous (202)");
    await new Promise((resolve) => setTimeout(resolve, PATIENCE.interval));
  }
}

/** True for an object that is being deleted, and waits for its finalizers. */
function isHeld(object: JsonObject): boolean {
  const { finalizers, deletionTimestamp } = metadataOf(object);
  return Array.isArray(finalizers) && finalizers.length > 0 && deletionTimestamp !== undefined;
}
