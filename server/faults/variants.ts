/**
 * Benign variants: servers that do as the interface allows, and not as this one does.
 *
 * @module
 */
import { collectionOf } from "../registry/registry.ts";
import type { Variant } from "./fault.ts";

/** The variants. */
export const VARIANTS: readonly Variant[] = [
  {
    id: "paging/empty-last-page",
    area: "paging",
    description: "A page that is full has a token even if nothing follows; the next one is empty.",
    reason: "Whether more is to come need not be looked up before it is asked for.",
    allowedBy: "A page may have fewer objects than the limit, none at all included.",
    install({ verbs }) {
      verbs(({ list }) => ({
        async list(registry, request) {
          const result = await list(registry, request);
          if (result.kind !== "list" || result.metadata.continue !== "") return result;
          const { limit = 0 } = registry.steps.readListOptions(
            request.context.query,
            request.definition,
          );
          const last = result.versions.at(-1);
          if (!last || result.versions.length < limit) return result;
          const token = registry.tokens.issue(collectionOf(request), {
            revision: Number(result.metadata.resourceVersion),
            since: registry.sources.clock.now(),
            after: { namespace: last.key.namespace, name: last.key.name },
          });
          return { ...result, metadata: { ...result.metadata, continue: token } };
        },
      }));
    },
  },
  {
    id: "watch/no-bookmarks",
    area: "watch",
    description: "No watch ever gets a bookmark.",
    reason: "They are a service that nobody is owed.",
    allowedBy: "A client may not count on bookmarks at any interval, or at all.",
    install({ steps }) {
      steps(({ readListOptions }) => ({
        readListOptions: (query, definition) => ({
          ...readListOptions(query, definition),
          allowWatchBookmarks: false,
        }),
      }));
    },
  },
];
