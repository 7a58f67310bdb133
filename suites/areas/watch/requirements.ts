/**
 * The requirements of the area `watch`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const EVENTS = "Events";

/** Statements by id. */
export const watch = {
  "watch.streams-events": {
    chapter: EVENTS,
    statement: "A watch is answered 200 with JSON documents, each of a type and an object.",
    level: "must",
  },
  "watch.one-or-true": {
    chapter: EVENTS,
    statement: "watch=1 and watch=true ask for the same.",
    level: "must",
  },
  "watch.known-types": {
    chapter: EVENTS,
    statement: "An event is ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.",
    level: "convention",
  },
  "watch.object-is-full": {
    chapter: EVENTS,
    statement: "The object of ADDED and MODIFIED is the whole resource as the write left it.",
    level: "must",
  },
  "watch.object-carries-kind": {
    chapter: "Resources and their fields",
    statement: "The object of an event says its apiVersion and kind.",
    level: "must",
  },
  "watch.created-is-added": {
    chapter: EVENTS,
    statement: "A creation is told as ADDED.",
    level: "must",
  },
  "watch.changed-is-modified": {
    chapter: EVENTS,
    statement: "A change of an object that stays in view is told as MODIFIED.",
    level: "must",
  },
  "watch.removed-is-deleted": {
    chapter: EVENTS,
    statement: "A removal is told as DELETED.",
    level: "convention",
  },
  "watch.deleted-carries-last-content": {
    chapter: EVENTS,
    statement: "A DELETED event carries the last content that was in view.",
    level: "convention",
  },
  "watch.nothing-lost": {
    chapter: EVENTS,
    statement: "Every change after the requested version is delivered.",
    level: "must",
  },
  "watch.nothing-twice": {
    chapter: EVENTS,
    statement: "No change is delivered twice in one stream.",
    level: "must",
  },
  "watch.nothing-made-up": {
    chapter: EVENTS,
    statement: "Every event tells of a change that happened, at the version it happened.",
    level: "must",
  },
  "watch.object-order": {
    chapter: EVENTS,
    statement: "The events of one object come in the order of its changes.",
    level: "must",
  },
  "watch.same-order-for-all": {
    chapter: EVENTS,
    statement: "Two watchers of a collection are told of its changes in the same order.",
    level: "convention",
  },
  "watch.starts-after-version": {
    chapter: EVENTS,
    statement: "Nothing at or before the requested version is delivered.",
    level: "must",
  },
  "watch.resumes-from-last": {
    chapter: EVENTS,
    statement: "A watch from the version received last goes on without a gap.",
    level: "must",
  },
  "watch.list-then-watch": {
    chapter: EVENTS,
    statement: "A list, folded with the events of a watch from its version, is a later list.",
    level: "must",
  },
  "watch.from-zero-starts-with-existing": {
    chapter: EVENTS,
    statement: "A watch from version 0 starts with an ADDED for each object of some state.",
    level: "convention",
  },
  "watch.from-unset-starts-with-existing": {
    chapter: EVENTS,
    statement: "A watch without a version starts with an ADDED for each object there is.",
    level: "convention",
  },
  "watch.entering-selector-is-added": {
    chapter: EVENTS,
    statement: "An object that a change brings into the selector is told as ADDED.",
    level: "must",
  },
  "watch.leaving-selector-is-deleted": {
    chapter: EVENTS,
    statement: "An object that a change takes out of the selector is told as DELETED.",
    level: "convention",
  },
  "watch.selector-filters": {
    chapter: "Operation templates",
    statement: "A watch with a selector tells nothing of objects that are not selected.",
    level: "convention",
  },
  "watch.one-namespace": {
    chapter: "Path shapes",
    statement: "A watch of one namespace tells nothing of the others.",
    level: "must",
  },
  "watch.all-namespaces": {
    chapter: "Path shapes",
    statement: "A watch over all namespaces tells of every one of them.",
    level: "must",
  },
  "watch.bookmark-only-when-asked": {
    chapter: EVENTS,
    statement: "A bookmark is sent only to who asked for bookmarks.",
    level: "must",
  },
  "watch.bookmark-carries-only-version": {
    chapter: EVENTS,
    statement: "A bookmark's object is of the requested kind and bears nothing but a version.",
    level: "must",
  },
  "watch.bookmark-covers-what-was-sent": {
    chapter: EVENTS,
    statement: "No change at or before a bookmark's version is delivered after the bookmark.",
    level: "must",
  },
  "watch.resumes-from-bookmark": {
    chapter: EVENTS,
    statement: "A watch from a bookmark's version goes on without a gap.",
    level: "must",
  },
  "watch.timeout-ends-stream": {
    chapter: EVENTS,
    statement: "A watch with timeoutSeconds is ended by the server once they are over.",
    level: "convention",
  },
  "watch.too-old-gone": {
    chapter: EVENTS,
    statement: "A watch from a version no longer kept fails with 410, or an ERROR that says 410.",
    level: "must",
  },
  "watch.relists-after-gone": {
    chapter: EVENTS,
    statement: "After 410 a new list and a watch from its version work.",
    level: "must",
  },
  "watch.dry-run-is-silent": {
    chapter: "Dry run",
    statement: "A dry run causes no event.",
    level: "must",
    feature: "dry-run",
  },
  "watch.refused-write-is-silent": {
    chapter: EVENTS,
    statement: "A refused write causes no event.",
    level: "convention",
  },
  "watch.no-op-write-is-silent": {
    chapter: EVENTS,
    statement: "A write that changes nothing causes no event.",
    level: "convention",
  },
  "watch.finalizing-is-modified": {
    chapter: "States and transitions",
    statement: "Asking to delete an object with finalizers is a change, told as MODIFIED.",
    level: "must",
  },
  "watch.finalized-is-deleted": {
    chapter: "States and transitions",
    statement: "Emptying the finalizers of a deleted object removes it, told as DELETED.",
    level: "convention",
  },
  "watch.malformed-version-refused": {
    chapter: EVENTS,
    statement: "A watch from a version that no server could have issued is refused.",
    level: "convention",
  },
  "watch.malformed-selector-refused": {
    chapter: "Operation templates",
    statement: "A watch with a selector that cannot be read is refused with a Status of the 400s.",
    level: "convention",
  },
  "watch.parameters-of-plain-lists": {
    chapter: EVENTS,
    statement:
      "A list without watch, or with watch=false, is a list, also with timeoutSeconds or allowWatchBookmarks.",
    level: "must",
  },
  "watch.sent-in-chunks": {
    chapter: EVENTS,
    statement: "Over HTTP/1.1 a watch is sent with Transfer-Encoding: chunked.",
    level: "must",
    unchecked: "the HTTP client takes chunks apart before anybody sees them, and HTTP/2 has none",
  },
} as const satisfies Record<string, Requirement>;
