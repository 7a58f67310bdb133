/**
 * A watch that is open during a request.
 *
 * @module
 */
import { Discard } from "../../check.ts";
import type { JsonObject, WatchDocument, WatchStream } from "../../client/http_client.ts";
import { asObject, nameOf, resourceVersionOf } from "../../model/object.ts";
import type { Objects } from "../../session/objects.ts";

/** Opens a watch on the scope's objects, from the state of one, or else from the present. */
export async function openWatch(
  objects: Objects,
  since: JsonObject | undefined,
): Promise<WatchStream> {
  const { scope } = objects;
  const path = objects.collectionOf(objects.newObject("any"));
  const query = { labelSelector: scope.selector };
  const state = since ?? asObject((await scope.send({ method: "GET", path, query })).json) ?? {};
  const resourceVersion = resourceVersionOf(state);
  if (resourceVersion === undefined) throw new Discard("the state has no resourceVersion");
  return await scope.watch({ path, query: { ...query, resourceVersion } });
}

/** Returns the events of a watch so far, once a later one was received. */
export async function eventsOf(
  objects: Objects,
  watch: WatchStream,
): Promise<readonly WatchDocument[]> {
  const created = await objects.create(objects.newObject("last"));
  const isLast = ({ object }: WatchDocument) => nameOf(object) === nameOf(created);
  if (await watch.waitFor(isLast) === undefined) {
    throw new Discard("the watch did not receive a later event");
  }
  return watch.documents.slice(0, watch.documents.findIndex(isLast))
    .filter(({ type }) => type !== "BOOKMARK");
}
