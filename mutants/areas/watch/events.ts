/**
 * Mutants of events, bookmarks and timeouts of watches, and of events that are sent together.
 *
 * @module
 */
import { inOneNamespace, withBookmarks } from "./helpers.ts";
import { keyText } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { type ApiError, type ApiObject, equal, type JsonObject } from "@plumbline/server/api";
import type { StorageEvent } from "@plumbline/server/storage";
import type { Result } from "@plumbline/server/parts";
import { on, type Served } from "../../vocabulary/on.ts";
import { changeEventObject } from "../../vocabulary/results.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import { withMetadata } from "../../vocabulary/json.ts";

/** Returns an object without what every write changes. */
function withoutOwners({ metadata, ...rest }: ApiObject): JsonObject {
  const { resourceVersion: _version, managedFields: _fields, ...others } = metadata;
  return { ...rest, metadata: others };
}

/** Serves a watch from now on. */
function fromNow(_error: ApiError, { registry, request, next }: Served): Promise<Result> {
  const query = new URLSearchParams(request.context.query);
  query.set("resourceVersion", String(registry.storage.currentRevision()));
  return next({}, { context: { ...request.context, query } });
}

export const eventMutants = bugs({
  "watch/leaving-without-event": {
    description: "No DELETED event is sent when an object stops matching the selector.",
    reason: "Events are filtered by the new content of the object.",
    breaks: "watch.leaving-selector-is-deleted",
    install: wrap("steps", "viewEvents", ({ viewEvents }, events, filter) =>
      viewEvents(
        events.filter(({ type, version }) =>
          type === "deleted" || !filter || filter(version.object)
        ),
        filter,
      )),
  },
  "watch/owners-without-event": {
    description: "No event is sent for a write that changes nothing but the owners of fields.",
    reason: "Changes that no controller reacts to were meant to be quiet.",
    breaks: ["watch.resume-sends-changes", "watch.nothing-lost"],
    install: wrap(
      "steps",
      "viewEvents",
      ({ viewEvents }, events, filter) =>
        viewEvents(
          events.filter(({ type, version, previous }) =>
            type !== "updated" || !previous ||
            !equal(withoutOwners(version.object), withoutOwners(previous.object))
          ),
          filter,
        ),
    ),
  },
  "watch/bookmark-ahead": {
    description: "A bookmark has a resourceVersion that was not assigned yet.",
    reason: "Revisions are allocated in blocks, and the end of the block is sent.",
    breaks: "watch.resumes-from-bookmark",
    install: wrap(
      "steps",
      "bookmark",
      ({ bookmark }, definition, revision) =>
        bookmark(definition, Math.ceil(revision / 10_000) * 10_000),
    ),
  },
  "watch/bookmark-of-another-form": {
    description: "A bookmark has a resourceVersion that no watch accepts.",
    reason: "The position in the log is sent, which has another form than versions of objects.",
    breaks: "watch.resumes-from-bookmark",
    install: wrap("steps", "bookmark", ({ bookmark }, definition, revision) => {
      const original = bookmark(definition, revision);
      return { ...original, metadata: { resourceVersion: `log-${revision}` } };
    }),
  },
  "watch/repeats-newest-at-resume": {
    description: "A watch from the resourceVersion of the newest change sends that change again.",
    reason: "The revisions are compared with `>=` instead of `>`.",
    breaks: ["watch.starts-after-version", "watch.resumes-from-last", "watch.list-then-watch"],
    install: wrap(
      "storage",
      "watch",
      ({ lastChange, watch }, collection, after) =>
        watch(collection, lastChange(collection.resource) === after ? after - 1 : after),
    ),
  },
  "watch/resume-from-far-loses-first": {
    description: "A watch that resumes more than five revisions behind misses the first one.",
    reason: "Older changes are read from another store, whose lower bound is off by one.",
    breaks: ["watch.nothing-lost", "watch.resumes-from-last"],
    install(parts) {
      const NEAR = 5;
      wrap(
        "storage",
        "watch",
        ({ currentRevision, watch }, collection, after) =>
          watch(collection, currentRevision() - after > NEAR ? after + 1 : after),
      )(parts);
    },
  },
  "watch/recreation-is-a-change": {
    description:
      "A delete and a create of the same name that are sent together arrive as one MODIFIED event.",
    reason: "Events are computed by comparing two states.",
    breaks: ["watch.removed-is-deleted", "watch.created-is-added", "watch.nothing-lost"],
    install: wrap("steps", "viewEvents", ({ viewEvents }, events, filter) => {
      const gone = new Map<string, StorageEvent>();
      const merged: StorageEvent[] = [];
      for (const event of events) {
        const key = keyText(event.version.key);
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
    }),
  },
  "watch/leaving-shows-new-content": {
    description:
      "The DELETED event of an object that stops matching the selector has its new content.",
    reason: "All other events have the content after the write.",
    breaks: "watch.deleted-carries-last-content",
    install: wrap(
      "steps",
      "viewEvents",
      ({ viewEvents }, events, filter) =>
        viewEvents(events, filter).map((event) => {
          if (event.type !== "DELETED") return event;
          const { revision } = event.version;
          const left = events.find(({ type, version }) =>
            type === "updated" && version.revision === revision
          );
          return left ? { ...event, version: left.version } : event;
        }),
    ),
  },
  "watch/entering-is-a-change": {
    description:
      "An object that starts to match the selector is sent as MODIFIED instead of ADDED.",
    reason: "The object existed before and was changed.",
    breaks: "watch.entering-selector-is-added",
    install: wrap("steps", "viewEvents", ({ viewEvents }, events, filter) => {
      const updates = new Set(
        events.filter(({ type }) => type === "updated").map(({ version }) => version),
      );
      return viewEvents(events, filter).map((event) =>
        event.type === "ADDED" && updates.has(event.version)
          ? { ...event, type: "MODIFIED" }
          : event
      );
    }),
  },
  "watch/finalizing-is-removal": {
    description:
      "DELETED is sent when `deletionTimestamp` is set instead of when the object is removed.",
    reason: "A client has deleted the object.",
    breaks: "watch.delete-with-finalizers-is-modified",
    install: wrap("steps", "viewEvents", ({ viewEvents }, events, filter) =>
      viewEvents(
        events.map((event) => {
          const { version, previous } = event;
          const begins = version.object.metadata.deletionTimestamp !== undefined &&
            previous?.object.metadata.deletionTimestamp === undefined;
          return event.type === "updated" && begins ? { ...event, type: "deleted" } : event;
        }),
        filter,
      )),
  },
  "watch/sorted-by-name": {
    description: "Events that are sent together are sorted by object name.",
    reason: "They are collected in a sorted map.",
    breaks: ["watch.same-order-for-all", "watch.resumes-from-last"],
    install: wrap("steps", "viewEvents", ({ viewEvents }, events, filter) =>
      viewEvents(
        events.toSorted((a, b) => a.version.key.name < b.version.key.name ? -1 : 1),
        filter,
      )),
  },
  "watch/too-old-starts-now": {
    description:
      "A watch from a compacted resourceVersion starts with the next change instead of 410.",
    reason: "A working watch was considered better than an error.",
    breaks: "watch.too-old-gone",
    install: wrap("storage", "watch", ({ currentRevision, watch }, collection, after) => {
      try {
        return watch(collection, after);
      } catch {
        return watch(collection, currentRevision());
      }
    }),
  },
  "watch/too-old-with-bookmarks-starts-now": {
    description:
      "A watch with bookmarks from a compacted resourceVersion starts with the next change.",
    reason: "A client with bookmarks was assumed never to be so far behind.",
    breaks: "watch.too-old-gone",
    install: on("watch", { allowWatchBookmarks: "true" }).whenRejected("Expired", fromNow),
  },
  "watch/too-old-with-fields-starts-now": {
    description:
      "A watch with a field selector from a compacted resourceVersion starts with the next change.",
    reason: "Selected watches begin with a list, which makes the version of no account.",
    breaks: "watch.too-old-gone",
    install: on("watch", { fieldSelector: true }).whenRejected("Expired", fromNow),
  },
  "watch/bookmarks-for-everybody": {
    description: "Bookmarks are sent without `allowWatchBookmarks`.",
    reason: "They help every client to resume.",
    breaks: "watch.bookmark-only-on-request",
    install: wrap("steps", "readListOptions", ({ readListOptions }, query, definition) => ({
      ...readListOptions(query, definition),
      allowWatchBookmarks: true,
    })),
  },
  "watch/bookmark-is-an-object": {
    description: "A bookmark has a name and a `creationTimestamp`.",
    reason: "It is created like any other object of its kind.",
    breaks: "watch.bookmark-carries-only-version",
    install: wrap("steps", "bookmark", ({ bookmark }, definition, revision) => {
      const original = bookmark(definition, revision);
      const creationTimestamp = "1970-01-01T00:00:00Z";
      return {
        ...original,
        metadata: { name: "bookmark", creationTimestamp, resourceVersion: String(revision) },
      };
    }),
  },
  "watch/timeout-in-minutes": {
    description: "`timeoutSeconds` is read as minutes.",
    reason: "The server's own limit is configured in minutes, and the two values are compared.",
    breaks: "watch.timeout-ends-stream",
    install: wrap("steps", "readListOptions", ({ readListOptions }, query, definition) => {
      const options = readListOptions(query, definition);
      const { timeoutSeconds } = options;
      return { ...options, ...(timeoutSeconds && { timeoutSeconds: timeoutSeconds * 60 }) };
    }),
  },
  "watch/timeout-overflows": {
    description: "A watch with a `timeoutSeconds` beyond 24 days ends at once.",
    reason: "The timer takes milliseconds of 32 bits.",
    breaks: "watch.long-timeout-holds",
    install: wrap(
      "steps",
      "watchSource",
      ({ watchSource }, services, cursor, initial, options, ...rest) => {
        const { timeoutSeconds } = options;
        const wrapped = timeoutSeconds && Math.max(0, (timeoutSeconds * 1_000) | 0) / 1_000;
        const given = wrapped === undefined ? options : { ...options, timeoutSeconds: wrapped };
        return watchSource(services, cursor, initial, given, ...rest);
      },
    ),
  },
  "watch/bookmarks-outlast-timeout": {
    description: "A watch with bookmarks does not end at its timeout.",
    reason: "Watches with bookmarks are those of caches, which are to stay open.",
    breaks: "watch.timeout-ends-stream",
    install: on("watch", { allowWatchBookmarks: "true" }).changeQuery({
      timeoutSeconds: undefined,
    }),
  },
  "watch/third-of-burst-lost": {
    description: "If three or more events are sent together, the third is lost.",
    reason: "The buffer holds two events, which is enough for a fast client.",
    breaks: ["watch.nothing-lost", "watch.resumes-from-last"],
    install: wrap(
      "steps",
      "viewEvents",
      ({ viewEvents }, events, filter) => viewEvents(events.toSpliced(2, 1), filter),
    ),
  },
  "watch/merges-changes-sent-at-once": {
    description: "Of several updates of an object that are sent together only the last is sent.",
    reason: "A queue with one entry per object needs no limit.",
    breaks: ["watch.nothing-lost", "watch.resumes-from-last"],
    install: wrap("steps", "viewEvents", ({ viewEvents }, events, filter) => {
      const isLast = ({ type, version }: StorageEvent, at: number) =>
        type !== "updated" ||
        !events.slice(at + 1).some((later) =>
          later.type === "updated" && keyText(later.version.key) === keyText(version.key)
        );
      return viewEvents(events.filter(isLast), filter);
    }),
  },
  "watch/last-of-burst-twice": {
    description:
      "If several events are sent together, a watch in one namespace gets the last one twice.",
    reason: "The last entry stays in the buffer and is sent again with the next ones.",
    breaks: "watch.nothing-twice",
    install: on("watch").where(inOneNamespace).changeEvents(() => (events) => {
      const last = events.at(-1);
      return events.length > 1 && last ? [...events, last] : events;
    }),
  },
  "watch/burst-with-one-version": {
    description:
      "Events sent together to a watch in one namespace all have the resourceVersion of the last.",
    reason: "The resourceVersion is meant to be the client's state after reading them.",
    breaks: ["watch.no-invented-events", "watch.nothing-lost", "watch.changed-is-modified"],
    install: on("watch").where(inOneNamespace).changeEvents(() => (events) => {
      const last = events.at(-1);
      if (!last || !("version" in last)) return events;
      const { resourceVersion } = last.version.object.metadata;
      return events.map((event) =>
        changeEventObject(event, (object) => withMetadata(object, { resourceVersion }))
      );
    }),
  },
  "watch/burst-newest-first": {
    description: "Events sent together to a watch in one namespace arrive newest first.",
    reason: "They are taken from a stack instead of a queue.",
    breaks: ["watch.object-order", "watch.same-order-for-all", "watch.resumes-from-last"],
    install: on("watch").where(inOneNamespace).withSteps(({ viewEvents }) => ({
      viewEvents: (events, filter) => viewEvents(events, filter).toReversed(),
    })),
  },
  "watch/bookmark-before-its-burst": {
    description: "If several events are sent together, a bookmark that covers them is sent first.",
    reason: "Bookmarks have a separate queue with higher priority.",
    breaks: "watch.bookmark-covers-what-was-sent",
    install: on("watch").where(withBookmarks).changeEvents(
      ({ registry: { steps }, request: { definition } }) => (events) => {
        const last = events.at(-1);
        if (events.length < 2 || !last || !("version" in last)) return events;
        const object = steps.bookmark(definition, last.version.revision);
        return [{ type: "BOOKMARK", object }, ...events];
      },
    ),
  },
});
