/**
 * Helpers of watch mutants.
 *
 * @module
 */
import type { Condition } from "../../vocabulary/target.ts";

/** Meets watches of one namespace. */
export const inOneNamespace: Condition = ({ info }) => info.namespace !== "";

/** Meets watches with bookmarks. */
export const withBookmarks: Condition = ({ query }) => query.get("allowWatchBookmarks") === "true";

/** Returns the response once the first piece of its body is there. */
export async function fromFirstChunk(response: Response): Promise<Response> {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  const first = await reader.read();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (first.value !== undefined) controller.enqueue(first.value);
      if (first.done) controller.close();
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}
