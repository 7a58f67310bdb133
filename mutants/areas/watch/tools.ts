/**
 * Helpers of watch mutants.
 *
 * @module
 */
import type { Registry, VerbHandler, VerbRequest } from "../../../server/registry/registry.ts";
import type { Steps } from "../../../server/registry/steps.ts";
import type { WatchEvent } from "../../../server/registry/watch_source.ts";
import { withSteps } from "../../changes.ts";

/** Returns true if a watch is limited to a namespace. */
export const inOneNamespace = ({ context }: VerbRequest): boolean => context.info.namespace !== "";

/** Returns true if a watch requests bookmarks. */
export const withBookmarks = ({ context }: VerbRequest): boolean =>
  context.query.get("allowWatchBookmarks") === "true";

/** Changes the events of some watches; `change` is called once per watch. */
export function changing(
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
        const told = changed(events);
        if (told.length > 0) return told;
        events = await source.next();
      }
      return undefined;
    }
    return { ...result, source: { ...source, next } };
  };
}

/** Changes steps of a watch for some requests. */
export function withStepsFor(
  concerns: (request: VerbRequest) => boolean,
  watch: VerbHandler,
  change: (steps: Steps) => Partial<Steps>,
): VerbHandler {
  const changed = withSteps(watch, change);
  return (registry, request) => (concerns(request) ? changed : watch)(registry, request);
}
