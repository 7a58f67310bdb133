/**
 * The requirements of the area `watch`.
 *
 * @module
 */
import { DRY_RUN, EVENTS, OPERATIONS, PATHS, RESOURCES, STATES } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [EVENTS.must, {
    "watch.streams-events":
      "A watch is answered 200 with a stream of JSON documents, each with a `type` and an `object`.",
    "watch.one-or-true": "The forms `watch=1` and `watch=true` mean the same.",
  }],
  [EVENTS.convention, {
    "watch.zero-or-false": "A list with `watch=0` or `watch=false` is a list.",
    "watch.known-types":
      "The `type` of an event is `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`.",
  }],
  [EVENTS.must, {
    "watch.object-is-full":
      "The object of an `ADDED` or `MODIFIED` event is the full resource as the write left it.",
  }],
  [RESOURCES.must, {
    "watch.object-carries-kind": "The object of an event has `apiVersion` and `kind`.",
  }],
  [EVENTS.must, {
    "watch.created-is-added": "A create causes an `ADDED` event.",
    "watch.changed-is-modified":
      "A change of an object that the watch selects before and after it causes a `MODIFIED` event.",
  }],
  [EVENTS.convention, {
    "watch.removed-is-deleted": "The removal of an object causes a `DELETED` event.",
    "watch.deleted-carries-last-content":
      "The object of a `DELETED` event has the last content that the watch selected.",
  }],
  [EVENTS.must, {
    "watch.nothing-lost": "Every change after the requested resourceVersion is sent.",
    "watch.nothing-twice": "No change is sent twice in one stream.",
    "watch.no-invented-events":
      "Every event reports a change that happened, with the resourceVersion of that change.",
    "watch.object-order": "The events of one object are sent in the order of its changes.",
  }],
  [EVENTS.convention, {
    "watch.same-order-for-all":
      "Two watches of a collection receive its changes in the same order.",
  }],
  [EVENTS.must, {
    "watch.starts-after-version": "No change at or before the requested resourceVersion is sent.",
    "watch.resumes-from-last":
      "A watch from the last received resourceVersion continues without a gap.",
    "watch.list-then-watch":
      "A list, updated with the events of a watch from its resourceVersion, equals a later list.",
  }],
  [EVENTS.convention, {
    "watch.from-zero-starts-with-existing":
      "A watch with `resourceVersion=0` starts with an `ADDED` event for each object of some past or present state.",
    "watch.from-unset-starts-with-existing":
      "A watch without `resourceVersion` starts with an `ADDED` event for each existing object.",
  }],
  [EVENTS.must, {
    "watch.entering-selector-is-added":
      "A change that makes an object match the selector of a watch causes an `ADDED` event.",
  }],
  [EVENTS.convention, {
    "watch.leaving-selector-is-deleted":
      "A change after which an object no longer matches the selector of a watch causes a `DELETED` event.",
  }],
  [OPERATIONS.convention, {
    "watch.selector-filters":
      "A watch with a selector sends no events for objects that do not match it.",
  }],
  [PATHS.must, {
    "watch.one-namespace":
      "A watch of one namespace sends no events for objects of other namespaces.",
    "watch.all-namespaces": "A watch over all namespaces sends the events of every namespace.",
  }],
  [EVENTS.must, {
    "watch.bookmark-only-on-request":
      "Only a watch with `allowWatchBookmarks=true` receives `BOOKMARK` events.",
    "watch.bookmark-carries-only-version":
      "The object of a `BOOKMARK` event has the requested kind and carries only `metadata.resourceVersion`.",
    "watch.bookmark-covers-what-was-sent":
      "After a `BOOKMARK` no change at or before its resourceVersion is sent.",
    "watch.resumes-from-bookmark":
      "A watch from the resourceVersion of a `BOOKMARK` continues without a gap.",
  }],
  [EVENTS.convention, {
    "watch.timeout-ends-stream": "The server ends a watch after `timeoutSeconds`.",
  }],
  [EVENTS.must, {
    "watch.history-lives":
      "A watch can start from any resourceVersion of the last 5 minutes, unless the server is configured otherwise.",
    "watch.too-old-gone":
      "A watch from a resourceVersion that is no longer available fails with 410, or with an `ERROR` event that has the code 410.",
    "watch.relists-after-gone":
      "After 410 a client can list again and watch from the new list's resourceVersion.",
  }],
  [DRY_RUN.must, {
    "watch.dry-run-is-silent": "A dry-run request causes no event.",
  }, { feature: "dry-run" }],
  [EVENTS.convention, {
    "watch.rejected-write-is-silent": "A rejected write causes no event.",
    "watch.no-op-write-is-silent": "A write that changes nothing causes no event.",
  }],
  [STATES.must, {
    "watch.delete-with-finalizers-is-modified":
      "A delete request for an object with finalizers causes a `MODIFIED` event with `metadata.deletionTimestamp`.",
  }],
  [STATES.convention, {
    "watch.removed-after-finalizers-is-deleted":
      "Removing the last finalizer of an object that is being deleted causes a `DELETED` event.",
  }],
  [EVENTS.convention, {
    "watch.malformed-version-rejected":
      "A watch from a resourceVersion that no server could have issued is rejected.",
  }],
  [OPERATIONS.convention, {
    "watch.malformed-selector-rejected":
      "A watch with a malformed selector is rejected with a 4xx Status.",
  }],
  [EVENTS.must, {
    "watch.parameters-of-plain-lists":
      "A list without `watch`, or with `watch=false`, returns a list, also with `timeoutSeconds` or `allowWatchBookmarks`.",
    "watch.sent-in-chunks": "Over HTTP/1.1 a watch is sent with `Transfer-Encoding: chunked`.",
  }],
  [EVENTS.convention, {
    "watch.initial-events":
      "A watch from resourceVersion `0`, or from none, begins with an ADDED event for each object that exists, and continues with later changes.",
    "watch.answered-before-events":
      "The response to a watch begins, with its status and headers, without waiting for an event.",
  }],
] as const satisfies readonly RequirementGroup[];
