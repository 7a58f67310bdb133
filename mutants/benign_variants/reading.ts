/**
 * Benign variants: servers that do as the interface allows, and not as this one does.
 *
 * @module
 */
import type { VerbHandler } from "../../server/registry/registry.ts";
import type { WatchEvent } from "../../server/registry/watch_source.ts";
import type { BenignVariant } from "../mutant.ts";
import { behind } from "../../plugins/injected_faults/stale.ts";

/** The variants. */
export const readingVariants: readonly BenignVariant[] = [
  {
    id: "paging/shorter-pages",
    area: "paging",
    description: "A page has one object less than the limit, where the limit is more than one.",
    reason: "The object behind the page is read along, to know whether there is one.",
    allowedBy: "A page has up to as many objects as the limit says.",
    install({ steps }) {
      steps(({ readPage }) => ({
        readPage: (registry, request, { limit, ...options }) =>
          readPage(registry, request, { ...options, ...(limit && { limit: limit - 1 || 1 }) }),
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

  {
    id: "resource-versions/zero-reads-lag",
    area: "resource-versions",
    description: "Gets and lists at version 0 are answered as of some writes ago.",
    reason: "A cache answers them, which is told of writes a little later.",
    allowedBy: "Version 0 asks for any state.",
    install({ verbs }) {
      verbs(({ get, list }) => {
        const lagging = (verb: VerbHandler): VerbHandler => (registry, request) => {
          const { query } = request.context;
          const asksForAny = query.get("resourceVersion") === "0" && !query.get("continue");
          return verb(asksForAny ? behind(registry, 3) : registry, request);
        };
        return { get: lagging(get), list: lagging(list) };
      });
    },
  },
  {
    id: "paging/no-counts",
    area: "paging",
    description: "No page tells how many objects remain.",
    reason: "Counting them costs as much as reading them.",
    allowedBy: "remainingItemCount may be left out.",
    install({ steps }) {
      steps(({ readPage }) => ({
        async readPage(registry, request, options) {
          const { metadata: { remainingItemCount: _, ...metadata }, versions } = await readPage(
            registry,
            request,
            options,
          );
          return { metadata, versions };
        },
      }));
    },
  },
  {
    id: "watch/one-event-at-a-time",
    area: "watch",
    description: "Every event is sent by itself.",
    reason: "What is not collected needs no buffer.",
    allowedBy: "How events are cut into pieces of the stream is nobody's business.",
    install({ steps }) {
      steps(({ watchSource }) => ({
        watchSource(...words) {
          const source = watchSource(...words);
          const queue: WatchEvent[] = [];
          return {
            ...source,
            async next() {
              if (queue.length === 0) queue.push(...await source.next() ?? []);
              const event = queue.shift();
              return event && [event];
            },
          };
        },
      }));
    },
  },
  {
    id: "watch/removal-at-last-version",
    area: "watch",
    description: "DELETED bears the version of the object's last change, not of its removal.",
    reason: "The last content is what was stored last, version included.",
    allowedBy:
      "An event of a removal carries the last content; which version it bears is not said.",
    install({ steps }) {
      steps(({ viewEvents }) => ({
        viewEvents: (events, filter) =>
          viewEvents(
            events.map((event) =>
              event.type === "deleted" && event.previous
                ? { ...event, version: event.previous }
                : event
            ),
            filter,
          ),
      }));
    },
  },
  {
    id: "metadata/counted-uids",
    area: "metadata",
    description: "Uids are numbers behind a letter, and generated names end in eight characters.",
    reason: "A sequence is enough to tell objects apart.",
    allowedBy: "A uid is any text that no other object has; how names are generated is left open.",
    install({ sources }) {
      let made = 0;
      sources(({ suffix }) => ({
        uid: () => `u${++made}`,
        suffix: (length) => suffix(length + 3),
      }));
    },
  },
  {
    id: "lifecycle/deletions-accepted",
    area: "lifecycle",
    description: "A deletion that was carried out is answered 202.",
    reason: "One code does for all deletions.",
    allowedBy: "A deletion is answered 200 or 202.",
    install({ verbs }) {
      verbs((original) => ({
        async delete(registry, request) {
          const result = await original.delete(registry, request);
          return result.kind === "value" ? { ...result, status: 202 } : result;
        },
      }));
    },
  },
];
