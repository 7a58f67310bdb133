/**
 * Helpers of watch mutants.
 *
 * @module
 */
import { withSteps } from "../../helpers.ts";
import type {
  Change,
  Registry,
  Steps,
  VerbHandler,
  VerbRequest,
  WatchEvent,
} from "@plumbline/server/parts";

/** Returns true if a watch is limited to a namespace. */
export const inOneNamespace = ({ context }: VerbRequest): boolean => context.info.namespace !== "";

/** Returns true if a watch requests bookmarks. */
export const withBookmarks = ({ context }: VerbRequest): boolean =>
  context.query.get("allowWatchBookmarks") === "true";

/** Changes the events of some watches; `change` is called once per watch. */
export function changingEvents(
  watch: VerbHandler,
  concerns: (request: VerbRequest) => boolean,
  change: (
    registry: Registry,
    request: VerbRequest,
  ) => (events: readonly WatchEvent[]) => readonly WatchEvent[],
): VerbHandler {
  return async (registry, request) => {
    const result = await watch(registry, request);
    if (result.kind !== "watch" || !concerns(request)) return result;
    const { source } = result;
    const changed = change(registry, request);
    async function next(): Promise<readonly WatchEvent[] | undefined> {
      let events = await source.next();
      while (events !== undefined) {
        const remaining = changed(events);
        if (remaining.length > 0) return remaining;
        events = await source.next();
      }
      return undefined;
    }
    return { ...result, source: { ...source, next } };
  };
}

/** Changes steps of a watch, for the requests that it concerns. */
export function withStepsFor(
  concerns: (request: VerbRequest) => boolean,
  watch: VerbHandler,
  change: Change<Steps>,
): VerbHandler {
  const changed = withSteps(watch, change);
  return (registry, request) => (concerns(request) ? changed : watch)(registry, request);
}

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
