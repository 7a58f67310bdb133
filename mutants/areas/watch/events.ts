/**
 * Faults of what watches are told of: changes, bookmarks and ends.
 *
 * @module
 */
import type { StorageEvent } from "../../../server/storage/storage.ts";
import type { Mutant } from "../../mutant.ts";
import { textOf } from "../../changes.ts";

/** The faults. */
export const eventMutants: readonly Mutant[] = [
  {
    id: "watch/leaving-selector-is-silent",
    area: "watch",
    description: "An object that ceases to match the selector by a change is not told of any more.",
    reason: "Events are filtered by the object's new content, as lists are.",
    breaks: ["watch.leaving-selector-is-deleted"],
    install({ steps }) {
      steps(({ viewEvents }) => ({
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
    description: "A bookmark bears a version that will be given only later.",
    reason:
      "Versions are given out in blocks of ten thousand, and the end of the block was taken for " +
      "the last one given.",
    breaks: ["watch.resumes-from-bookmark"],
    install({ steps }) {
      steps(({ bookmark }) => ({
        bookmark: (definition, revision) =>
          bookmark(definition, Math.ceil(revision / 10_000) * 10_000),
      }));
    },
  },
  {
    id: "watch/repeats-newest-at-resume",
    area: "watch",
    description: "A watch from the version of a collection's newest change is told of that again.",
    reason: "Whether there is anything new is asked by comparing with the last change, and equal " +
      "was counted as new.",
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
    description: "A watch that resumes several changes behind does not hear of the first of them.",
    reason: "What is far behind is read from another place than what is near, and one of the two " +
      "bounds is wrong.",
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
    description: "An object that is removed and created again before anybody looks is MODIFIED.",
    reason: "What is there before and after has been changed, whoever compares two states says.",
    breaks: ["watch.removed-is-deleted", "watch.created-is-added", "watch.nothing-lost"],
    install({ steps }) {
      steps(({ viewEvents }) => ({
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
    description: "An object that leaves the selector is told with the content it left by.",
    reason: "Every other event shows what the write made.",
    breaks: ["watch.deleted-carries-last-content"],
    install({ steps }) {
      steps(({ viewEvents }) => ({
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
    description: "An object that a change brings into the selector is told as MODIFIED.",
    reason: "It was there before, and it was changed.",
    breaks: ["watch.entering-selector-is-added"],
    install({ steps }) {
      steps(({ viewEvents }) => ({
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
    description: "An object that begins to wait for its finalizers is told as DELETED.",
    reason: "Somebody has deleted it, after all.",
    breaks: ["watch.delete-with-finalizers-is-modified"],
    install({ steps }) {
      steps(({ viewEvents }) => ({
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
    description: "Changes that are sent at once are in the order of the objects' names.",
    reason: "They were collected by object, in a map that is sorted like lists are.",
    breaks: ["watch.same-order-for-all", "watch.resumes-from-last"],
    install({ steps }) {
      steps(({ viewEvents }) => ({
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
    description: "A watch from a version that is not kept any more begins with the next change.",
    reason: "A watch that works seemed better than one that is refused.",
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
    description: "Bookmarks are sent to watches that did not ask for them.",
    reason: "They help everybody to resume, so that asking seemed a formality.",
    breaks: ["watch.bookmark-only-when-asked"],
    install({ steps }) {
      steps(({ readListOptions }) => ({
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
    description: "A bookmark bears a name and a creation time beside its version.",
    reason: "It is made like every other object of its kind.",
    breaks: ["watch.bookmark-carries-only-version"],
    install({ steps }) {
      steps(({ bookmark }) => ({
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
    reason: "The server's own bound on watches is set in minutes, and the two were compared.",
    breaks: ["watch.timeout-ends-stream"],
    install({ steps }) {
      steps(({ readListOptions }) => ({
        readListOptions(query, definition) {
          const options = readListOptions(query, definition);
          const { timeoutSeconds } = options;
          return { ...options, ...(timeoutSeconds && { timeoutSeconds: timeoutSeconds * 60 }) };
        },
      }));
    },
  },
];
