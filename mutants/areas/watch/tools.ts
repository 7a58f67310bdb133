/**
 * What faults of watches are written with.
 *
 * @module
 */
import type { Registry, VerbHandler, VerbRequest } from "../../../server/registry/registry.ts";
import type { Steps } from "../../../server/registry/steps.ts";
import type { WatchEvent } from "../../../server/registry/watch_source.ts";
import { withSteps } from "../../changes.ts";

/** Tells whether a watch is of one namespace. */
export const inOneNamespace = ({ context }: VerbRequest): boolean => context.info.namespace !== "";

/** Tells whether a watch asks for bookmarks. */
export const withBookmarks = ({ context }: VerbRequest): boolean =>
  context.query.get("allowWatchBookmarks") === "true";

/** A watch some of which get other events: `change` is asked for once a watch. */
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

/** A watch some of whose steps are different, for the requests it concerns. */
export function withStepsFor(
  concerns: (request: VerbRequest) => boolean,
  watch: VerbHandler,
  change: (steps: Steps) => Partial<Steps>,
): VerbHandler {
  const changed = withSteps(watch, change);
  return (registry, request) => (concerns(request) ? changed : watch)(registry, request);
}
