/**
 * The requirements of the area `watch`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const EVENTS = "Events";

/** The requirements by id. */
export const requirements = {
  "watch.streams-events": {
    chapter: EVENTS,
    statement:
      "A watch is answered 200 with a stream of JSON documents, each with a `type` and an `object`.",
    level: "must",
  },
  "watch.one-or-true": {
    chapter: EVENTS,
    statement: "The forms `watch=1` and `watch=true` mean the same.",
    level: "must",
  },
  "watch.zero-or-false": {
    chapter: EVENTS,
    statement: "A list with `watch=0` or `watch=false` is a list.",
    level: "convention",
  },
  "watch.known-types": {
    chapter: EVENTS,
    statement: "The `type` of an event is `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`.",
    level: "convention",
  },
  "watch.object-is-full": {
    chapter: EVENTS,
    statement:
      "The object of an `ADDED` or `MODIFIED` event is the full resource as the write left it.",
    level: "must",
  },
  "watch.object-carries-kind": {
    chapter: "Resources and their fields",
    statement: "The object of an event has `apiVersion` and `kind`.",
    level: "must",
  },
  "watch.created-is-added": {
    chapter: EVENTS,
    statement: "A create causes an `ADDED` event.",
    level: "must",
  },
  "watch.changed-is-modified": {
    chapter: EVENTS,
    statement:
      "A change of an object that the watch selects before and after it causes a `MODIFIED` event.",
    level: "must",
  },
  "watch.removed-is-deleted": {
    chapter: EVENTS,
    statement: "The removal of an object causes a `DELETED` event.",
    level: "convention",
  },
  "watch.deleted-carries-last-content": {
    chapter: EVENTS,
    statement: "The object of a `DELETED` event has the last content that the watch selected.",
    level: "convention",
  },
  "watch.nothing-lost": {
    chapter: EVENTS,
    statement: "Every change after the requested resourceVersion is sent.",
    level: "must",
  },
  "watch.nothing-twice": {
    chapter: EVENTS,
    statement: "No change is sent twice in one stream.",
    level: "must",
  },
  "watch.no-invented-events": {
    chapter: EVENTS,
    statement:
      "Every event reports a change that happened, with the resourceVersion of that change.",
    level: "must",
  },
  "watch.object-order": {
    chapter: EVENTS,
    statement: "The events of one object are sent in the order of its changes.",
    level: "must",
  },
  "watch.same-order-for-all": {
    chapter: EVENTS,
    statement: "Two watches of a collection receive its changes in the same order.",
    level: "convention",
  },
  "watch.starts-after-version": {
    chapter: EVENTS,
    statement: "No change at or before the requested resourceVersion is sent.",
    level: "must",
  },
  "watch.resumes-from-last": {
    chapter: EVENTS,
    statement: "A watch from the last received resourceVersion continues without a gap.",
    level: "must",
  },
  "watch.list-then-watch": {
    chapter: EVENTS,
    statement:
      "A list, updated with the events of a watch from its resourceVersion, equals a later list.",
    level: "must",
  },
  "watch.from-zero-starts-with-existing": {
    chapter: EVENTS,
    statement:
      "A watch with `resourceVersion=0` starts with an `ADDED` event for each object of some past or present state.",
    level: "convention",
  },
  "watch.from-unset-starts-with-existing": {
    chapter: EVENTS,
    statement:
      "A watch without `resourceVersion` starts with an `ADDED` event for each existing object.",
    level: "convention",
  },
  "watch.entering-selector-is-added": {
    chapter: EVENTS,
    statement:
      "A change that makes an object match the selector of a watch causes an `ADDED` event.",
    level: "must",
  },
  "watch.leaving-selector-is-deleted": {
    chapter: EVENTS,
    statement:
      "A change after which an object no longer matches the selector of a watch causes a `DELETED` event.",
    level: "convention",
  },
  "watch.selector-filters": {
    chapter: "Operation templates",
    statement: "A watch with a selector sends no events for objects that do not match it.",
    level: "convention",
  },
  "watch.one-namespace": {
    chapter: "Path shapes",
    statement: "A watch of one namespace sends no events for objects of other namespaces.",
    level: "must",
  },
  "watch.all-namespaces": {
    chapter: "Path shapes",
    statement: "A watch over all namespaces sends the events of every namespace.",
    level: "must",
  },
  "watch.bookmark-only-on-request": {
    chapter: EVENTS,
    statement: "Only a watch with `allowWatchBookmarks=true` receives `BOOKMARK` events.",
    level: "must",
  },
  "watch.bookmark-carries-only-version": {
    chapter: EVENTS,
    statement:
      "The object of a `BOOKMARK` event has the requested kind and carries only `metadata.resourceVersion`.",
    level: "must",
  },
  "watch.bookmark-covers-what-was-sent": {
    chapter: EVENTS,
    statement: "After a `BOOKMARK` no change at or before its resourceVersion is sent.",
    level: "must",
  },
  "watch.resumes-from-bookmark": {
    chapter: EVENTS,
    statement: "A watch from the resourceVersion of a `BOOKMARK` continues without a gap.",
    level: "must",
  },
  "watch.timeout-ends-stream": {
    chapter: EVENTS,
    statement: "The server ends a watch after `timeoutSeconds`.",
    level: "convention",
  },
  "watch.history-lives": {
    chapter: EVENTS,
    statement:
      "A watch can start from any resourceVersion of the last 5 minutes, unless the server is configured otherwise.",
    level: "must",
  },
  "watch.too-old-gone": {
    chapter: EVENTS,
    statement:
      "A watch from a resourceVersion that is no longer available fails with 410, or with an `ERROR` event that has the code 410.",
    level: "must",
  },
  "watch.relists-after-gone": {
    chapter: EVENTS,
    statement: "After 410 a client can list again and watch from the new list's resourceVersion.",
    level: "must",
  },
  "watch.dry-run-is-silent": {
    chapter: "Dry run",
    statement: "A dry-run request causes no event.",
    level: "must",
    feature: "dry-run",
  },
  "watch.rejected-write-is-silent": {
    chapter: EVENTS,
    statement: "A rejected write causes no event.",
    level: "convention",
  },
  "watch.no-op-write-is-silent": {
    chapter: EVENTS,
    statement: "A write that changes nothing causes no event.",
    level: "convention",
  },
  "watch.delete-with-finalizers-is-modified": {
    chapter: "States and transitions",
    statement:
      "A delete request for an object with finalizers causes a `MODIFIED` event with `metadata.deletionTimestamp`.",
    level: "must",
  },
  "watch.removed-after-finalizers-is-deleted": {
    chapter: "States and transitions",
    statement:
      "Removing the last finalizer of an object that is being deleted causes a `DELETED` event.",
    level: "convention",
  },
  "watch.malformed-version-rejected": {
    chapter: EVENTS,
    statement: "A watch from a resourceVersion that no server could have issued is rejected.",
    level: "convention",
  },
  "watch.malformed-selector-rejected": {
    chapter: "Operation templates",
    statement: "A watch with a malformed selector is rejected with a 4xx Status.",
    level: "convention",
  },
  "watch.parameters-of-plain-lists": {
    chapter: EVENTS,
    statement:
      "A list without `watch`, or with `watch=false`, returns a list, also with `timeoutSeconds` or `allowWatchBookmarks`.",
    level: "must",
  },
  "watch.sent-in-chunks": {
    chapter: EVENTS,
    statement: "Over HTTP/1.1 a watch is sent with `Transfer-Encoding: chunked`.",
    level: "must",
  },
  "watch.initial-events": {
    chapter: EVENTS,
    statement:
      "A watch from resourceVersion `0`, or from none, begins with an ADDED event for each object that exists, and continues with later changes.",
    level: "convention",
  },
  "watch.answered-before-events": {
    chapter: EVENTS,
    statement:
      "The response to a watch begins, with its status and headers, without waiting for an event.",
    level: "convention",
  },
} as const satisfies Record<string, Requirement>;
