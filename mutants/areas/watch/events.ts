/**
 * Mutants of events, bookmarks and timeouts of watches.
 *
 * @module
 */
import type { StorageEvent } from "../../../server/storage/storage.ts";
import type { Mutant } from "../../mutant.ts";
import { textOf } from "../../changes.ts";

export const eventMutants: readonly Mutant[] = [
  {
    id: "watch/leaving-selector-is-silent",
    area: "watch",
    description: "No DELETED event is sent when an object stops matching the selector.",
    reason: "Events are filtered by the new content of the object.",
    breaks: ["watch.leaving-selector-is-deleted"],
    install({ watcher }) {
      watcher(({ viewEvents }) => ({
        viewEvents: (events, filter) =>
          viewEvents(
            events.filter(({ type, version }) =>
              type === "deleted" || !filter || filter(version.object)
            ),
            filter,
          ),
      }));
    },
  },
  {
    id: "watch/bookmark-ahead",
    area: "watch",
    description: "A bookmark has a resourceVersion that was not assigned yet.",
    reason: "Revisions are allocated in blocks, and the end of the block is sent.",
    breaks: ["watch.resumes-from-bookmark"],
    install({ watcher }) {
      watcher(({ bookmark }) => ({
        bookmark: (definition, revision) =>
          bookmark(definition, Math.ceil(revision / 10_000) * 10_000),
      }));
    },
  },
  {
    id: "watch/repeats-newest-at-resume",
    area: "watch",
    description: "A watch from the resourceVersion of the newest change sends that change again.",
    reason: "The revisions are compared with `>=` instead of `>`.",
    breaks: ["watch.starts-after-version", "watch.resumes-from-last", "watch.list-then-watch"],
    install({ storage }) {
      storage(({ lastChange, watch }) => ({
        watch: (collection, after) =>
          watch(collection, lastChange(collection.resource) === after ? after - 1 : after),
      }));
    },
  },
  {
    id: "watch/resume-from-far-loses-first",
    area: "watch",
    description: "A watch that resumes more than five revisions behind misses the first one.",
    reason: "Older changes are read from another store, whose lower bound is off by one.",
    breaks: ["watch.nothing-lost", "watch.resumes-from-last"],
    install({ storage }) {
      const NEAR = 5;
      storage(({ currentRevision, watch }) => ({
        watch: (collection, after) =>
          watch(collection, currentRevision() - after > NEAR ? after + 1 : after),
      }));
    },
  },
  {
    id: "watch/recreation-is-a-change",
    area: "watch",
    description:
      "A delete and a create of the same name that are sent together arrive as one MODIFIED event.",
    reason: "Events are computed by comparing two states.",
    breaks: ["watch.removed-is-deleted", "watch.created-is-added", "watch.nothing-lost"],
    install({ watcher }) {
      watcher(({ viewEvents }) => ({
        viewEvents(events, filter) {
          const gone = new Map<string, StorageEvent>();
          const merged: StorageEvent[] = [];
          for (const event of events) {
            const key = textOf(event.version.key);
            const before = gone.get(key);
            gone.delete(key);
            if (event.type === "deleted") gone.set(key, event);
            if (event.type !== "created" || !before) merged.push(event);
            else {merged.splice(merged.indexOf(before), 1, {
                ...event,
                type: "updated",
                previous: before.version,
              });}
          }
          return viewEvents(merged, filter);
        },
      }));
    },
  },
  {
    id: "watch/leaving-shows-new-content",
    area: "watch",
    description:
      "The DELETED event of an object that stops matching the selector has its new content.",
    reason: "All other events have the content after the write.",
    breaks: ["watch.deleted-carries-last-content"],
    install({ watcher }) {
      watcher(({ viewEvents }) => ({
        viewEvents: (events, filter) =>
          viewEvents(events, filter).map((event) => {
            if (event.type !== "DELETED") return event;
            const { revision } = event.version;
            const left = events.find(({ type, version }) =>
              type === "updated" && version.revision === revision
            );
            return left ? { ...event, version: left.version } : event;
          }),
      }));
    },
  },
  {
    id: "watch/entering-is-a-change",
    area: "watch",
    description:
      "An object that starts to match the selector is sent as MODIFIED instead of ADDED.",
    reason: "The object existed before and was changed.",
    breaks: ["watch.entering-selector-is-added"],
    install({ watcher }) {
      watcher(({ viewEvents }) => ({
        viewEvents(events, filter) {
          const updates = new Set(
            events.filter(({ type }) => type === "updated").map(({ version }) => version),
          );
          return viewEvents(events, filter).map((event) =>
            event.type === "ADDED" && updates.has(event.version)
              ? { ...event, type: "MODIFIED" }
              : event
          );
        },
      }));
    },
  },
  {
    id: "watch/finalizing-is-removal",
    area: "watch",
    description:
      "DELETED is sent when `deletionTimestamp` is set instead of when the object is removed.",
    reason: "A client has deleted the object.",
    breaks: ["watch.delete-with-finalizers-is-modified"],
    install({ watcher }) {
      watcher(({ viewEvents }) => ({
        viewEvents: (events, filter) =>
          viewEvents(
            events.map((event) => {
              const { version, previous } = event;
              const begins = version.object.metadata.deletionTimestamp !== undefined &&
                previous?.object.metadata.deletionTimestamp === undefined;
              return event.type === "updated" && begins ? { ...event, type: "deleted" } : event;
            }),
            filter,
          ),
      }));
    },
  },
  {
    id: "watch/sorted-by-name",
    area: "watch",
    description: "Events that are sent together are sorted by object name.",
    reason: "They are collected in a sorted map.",
    breaks: ["watch.same-order-for-all", "watch.resumes-from-last"],
    install({ watcher }) {
      watcher(({ viewEvents }) => ({
        viewEvents: (events, filter) =>
          viewEvents(
            events.toSorted((a, b) => a.version.key.name < b.version.key.name ? -1 : 1),
            filter,
          ),
      }));
    },
  },
  {
    id: "watch/too-old-starts-now",
    area: "watch",
    description:
      "A watch from a compacted resourceVersion starts with the next change instead of 410.",
    reason: "A working watch was considered better than an error.",
    breaks: ["watch.too-old-gone"],
    install({ storage }) {
      storage(({ currentRevision, watch }) => ({
        watch(collection, after) {
          try {
            return watch(collection, after);
          } catch {
            return watch(collection, currentRevision());
          }
        },
      }));
    },
  },
  {
    id: "watch/bookmarks-for-everybody",
    area: "watch",
    description: "Bookmarks are sent without `allowWatchBookmarks`.",
    reason: "They help every client to resume.",
    breaks: ["watch.bookmark-only-when-asked"],
    install({ reader }) {
      reader(({ readListOptions }) => ({
        readListOptions: (query, definition) => ({
          ...readListOptions(query, definition),
          allowWatchBookmarks: true,
        }),
      }));
    },
  },
  {
    id: "watch/bookmark-is-an-object",
    area: "watch",
    description: "A bookmark has a name and a `creationTimestamp`.",
    reason: "It is created like any other object of its kind.",
    breaks: ["watch.bookmark-carries-only-version"],
    install({ watcher }) {
      watcher(({ bookmark }) => ({
        bookmark(definition, revision) {
          const made = bookmark(definition, revision);
          const creationTimestamp = "1970-01-01T00:00:00Z";
          return {
            ...made,
            metadata: { name: "bookmark", creationTimestamp, resourceVersion: String(revision) },
          };
        },
      }));
    },
  },
  {
    id: "watch/timeout-in-minutes",
    area: "watch",
    description: "`timeoutSeconds` is read as minutes.",
    reason: "The server's own limit is configured in minutes, and the two values are compared.",
    breaks: ["watch.timeout-ends-stream"],
    install({ reader }) {
      reader(({ readListOptions }) => ({
        readListOptions(query, definition) {
          const options = readListOptions(query, definition);
          const { timeoutSeconds } = options;
          return { ...options, ...(timeoutSeconds && { timeoutSeconds: timeoutSeconds * 60 }) };
        },
      }));
    },
  },
];
