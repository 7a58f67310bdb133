/**
 * Benign variants of what reads, watches and deletes return.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import type { WatchEvent } from "@plumbline/server/parts";
import { variants } from "../mutant.ts";
import { behind } from "@plumbline/plugins/injected_faults/effects";
import { on } from "../vocabulary/on.ts";
import { wrap } from "../vocabulary/wrap.ts";

export const readVariants = variants({
  "paging/shorter-pages": {
    description: "A page has one item less than `limit`, but at least one.",
    reason: "One item is read ahead to detect more.",
    allowedBy: "A page has up to `limit` items.",
    install: wrap(
      "steps",
      "readPage",
      ({ readPage }, registry, request, { limit, ...options }) =>
        readPage(registry, request, { ...options, ...(limit && { limit: limit - 1 || 1 }) }),
    ),
  },
  "watch/no-bookmarks": {
    description: "A watch never gets a bookmark.",
    reason: "Bookmarks are an optional service.",
    allowedBy: "A client may not rely on bookmarks at any interval, or at all.",
    install: wrap("steps", "readListOptions", ({ readListOptions }, query, definition) => ({
      ...readListOptions(query, definition),
      allowWatchBookmarks: false,
    })),
  },

  "resource-versions/zero-reads-lag": {
    description: "Gets and lists with `resourceVersion=0` return a state that is some writes old.",
    reason: "They are answered from a cache that is updated later.",
    allowedBy: "`resourceVersion=0` permits any state.",
    install: on("get,list", { resourceVersion: "0" }).where(({ query }) => !query.get("continue"))
      .serve(({ registry, next }) => next(behind(registry, 3))),
  },
  "resource-versions/list-version-of-selection": {
    description:
      "The resourceVersion of a list changes only with the objects that the list selects.",
    reason: "Lists are cached by selector until a selected object changes.",
    allowedBy: "The resourceVersion names the same items, and a watch from it misses nothing.",
    install(parts) {
      const cached = new Map<string, { readonly items: string; readonly metadata: JsonObject }>();
      on("list", { limit: false, continue: false, resourceVersion: false }).changeListed(
        (result, { context: { request: { url } } }) => {
          const items = JSON.stringify(result.versions.map(({ key, revision }) => [key, revision]));
          const before = cached.get(url);
          const { metadata } = before?.items === items ? before : result;
          cached.set(url, { items, metadata });
          return { ...result, metadata };
        },
      )(parts);
    },
  },
  "paging/no-counts": {
    description: "Pages have no `remainingItemCount`.",
    reason: "Counting the items is as expensive as reading them.",
    allowedBy: "`remainingItemCount` may be omitted.",
    install: wrap("steps", "readPage", async ({ readPage }, registry, request, options) => {
      const { metadata: { remainingItemCount: _, ...metadata }, versions } = await readPage(
        registry,
        request,
        options,
      );
      return { metadata, versions };
    }),
  },
  "watch/one-event-at-a-time": {
    description: "Every event is sent in a separate chunk.",
    reason: "Events that are not collected need no buffer.",
    allowedBy: "The chunks of a stream are not specified.",
    install: wrap("steps", "watchSource", ({ watchSource }, ...words) => {
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
    }),
  },
  "watch/removal-at-last-version": {
    description:
      "DELETED has the resourceVersion of the object's last change instead of its deletion.",
    reason: "The event contains the stored object including its resourceVersion.",
    allowedBy: "A DELETED event has the last content; its resourceVersion is not specified.",
    install: wrap("steps", "viewEvents", ({ viewEvents }, events, filter) =>
      viewEvents(
        events.map((event) =>
          event.type === "deleted" && event.previous ? { ...event, version: event.previous } : event
        ),
        filter,
      )),
  },
  "metadata/counted-uids": {
    description: "Uids are a letter and a number, and generated names end in eight characters.",
    reason: "A sequence is enough to distinguish objects.",
    allowedBy: "A uid is any unique string; how names are generated is not specified.",
    install({ sources }) {
      let made = 0;
      sources(({ suffix }) => ({
        uid: () => `u${++made}`,
        suffix: (length) => suffix(length + 3),
      }));
    },
  },
  "lifecycle/deletions-accepted": {
    description: "A completed delete is answered with 202.",
    reason: "One code is used for all deletes.",
    allowedBy: "A delete may be answered with 200 or 202.",
    install: on("delete").changeResult((result) =>
      result.kind === "value" ? { ...result, status: 202 } : result
    ),
  },
});
