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
  }, { harm: "availability" }],
  [EVENTS.convention, {
    "watch.zero-or-false": "A list with `watch=0` or `watch=false` is a list.",
  }, { harm: "detail" }],
  [EVENTS.convention, {
    "watch.known-types":
      "The `type` of an event is `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`.",
  }],
  [EVENTS.must, {
    "watch.object-is-full":
      "The object of an `ADDED` or `MODIFIED` event is the full resource as the write left it.",
  }, { harm: "data-loss" }],
  [RESOURCES.must, {
    "watch.object-carries-kind": "The object of an event has `apiVersion` and `kind`.",
  }],
  [EVENTS.must, {
    "watch.created-is-added": "A create causes an `ADDED` event.",
    "watch.changed-is-modified":
      "A change of an object that the watch selects before and after it causes a `MODIFIED` event.",
  }, { harm: "data-loss" }],
  [EVENTS.convention, {
    "watch.removed-is-deleted": "The removal of an object causes a `DELETED` event.",
  }, { harm: "data-loss" }],
  [EVENTS.convention, {
    "watch.deleted-carries-last-content":
      "The object of a `DELETED` event has the last content that the watch selected.",
  }],
  [EVENTS.must, {
    "watch.nothing-lost": "Every change after the requested resourceVersion is sent.",
    "watch.no-invented-events":
      "Every event reports a change that happened, with the resourceVersion of that change.",
    "watch.object-order": "The events of one object are sent in the order of its changes.",
  }, { harm: "data-loss" }],
  [EVENTS.must, {
    "watch.resume-sends-changes":
      "A watch from the resourceVersion of a list sends an event for each later create, update and patch, whether it was opened before or after it.",
    "watch.resume-sends-deletions":
      "A watch from the resourceVersion of a list sends an event for each later deletion: of an object, of a collection, and by the removal of the last finalizer.",
  }, { harm: "data-loss" }],
  [EVENTS.convention, {
    "watch.resume-sends-departures":
      "A watch from the resourceVersion of a list sends a `DELETED` event for each object that later ceases to match its selector.",
  }, { harm: "data-loss" }],
  [EVENTS.must, {
    "watch.nothing-twice": "No change is sent twice in one stream.",
  }],
  [EVENTS.convention, {
    "watch.same-order-for-all":
      "Two watches of a collection receive its changes in the same order.",
  }],
  [EVENTS.must, {
    "watch.starts-after-version": "No change at or before the requested resourceVersion is sent.",
  }],
  [EVENTS.must, {
    "watch.resumes-from-last":
      "A watch from the last received resourceVersion continues without a gap.",
    "watch.list-then-watch":
      "A list, updated with the events of a watch from its resourceVersion, equals a later list.",
  }, { harm: "data-loss" }],
  [EVENTS.convention, {
    "watch.from-zero-starts-with-existing":
      "A watch with `resourceVersion=0` starts with an `ADDED` event for each object of some past or present state.",
    "watch.from-unset-starts-with-existing":
      "A watch without `resourceVersion` starts with an `ADDED` event for each existing object.",
  }, { harm: "data-loss" }],
  [EVENTS.must, {
    "watch.entering-selector-is-added":
      "A change that makes an object match the selector of a watch causes an `ADDED` event.",
  }, { harm: "data-loss" }],
  [EVENTS.convention, {
    "watch.leaving-selector-is-deleted":
      "A change after which an object no longer matches the selector of a watch causes a `DELETED` event.",
  }, { harm: "data-loss" }],
  [OPERATIONS.convention, {
    "watch.selector-filters":
      "A watch with a selector sends no events for objects that do not match it.",
  }, { harm: "data-loss" }],
  [PATHS.must, {
    "watch.one-namespace":
      "A watch of one namespace sends no events for objects of other namespaces.",
  }, { harm: "security" }],
  [PATHS.must, {
    "watch.all-namespaces": "A watch over all namespaces sends the events of every namespace.",
  }, { harm: "data-loss" }],
  [EVENTS.must, {
    "watch.bookmark-only-on-request":
      "Only a watch with `allowWatchBookmarks=true` receives `BOOKMARK` events.",
  }],
  [EVENTS.must, {
    "watch.bookmark-carries-only-version":
      "The object of a `BOOKMARK` event has the requested kind and carries only `metadata.resourceVersion`.",
  }, { harm: "detail" }],
  [EVENTS.must, {
    "watch.bookmark-covers-what-was-sent":
      "After a `BOOKMARK` no change at or before its resourceVersion is sent.",
    "watch.resumes-from-bookmark":
      "A watch from the resourceVersion of a `BOOKMARK` continues without a gap.",
  }, { harm: "data-loss" }],
  [EVENTS.convention, {
    "watch.timeout-ends-stream": "The server ends a watch after `timeoutSeconds`.",
  }],
  [EVENTS.convention, {
    "watch.long-timeout-holds": "A watch with a `timeoutSeconds` of weeks does not end at once.",
  }, { harm: "availability" }],
  [EVENTS.must, {
    "watch.history-lives":
      "A watch can start from any resourceVersion of the last 5 minutes, unless the server is configured otherwise.",
    "watch.relists-after-gone":
      "After 410 a client can list again and watch from the new list's resourceVersion.",
  }, { harm: "availability" }],
  [EVENTS.must, {
    "watch.too-old-gone":
      "A watch from a resourceVersion that is no longer available fails with 410, or with an `ERROR` event that has the code 410.",
  }, { harm: "data-loss" }],
  [DRY_RUN.must, {
    "watch.dry-run-is-silent": "A dry-run request causes no event.",
  }, { feature: "dry-run", harm: "data-loss" }],
  [EVENTS.convention, {
    "watch.rejected-write-is-silent": "A rejected write causes no event.",
  }, { harm: "data-loss" }],
  [EVENTS.convention, {
    "watch.no-op-write-is-silent": "A write that changes nothing causes no event.",
  }],
  [STATES.must, {
    "watch.delete-with-finalizers-is-modified":
      "A delete request for an object with finalizers causes a `MODIFIED` event with `metadata.deletionTimestamp`.",
  }, { harm: "data-loss" }],
  [STATES.convention, {
    "watch.removed-after-finalizers-is-deleted":
      "Removing the last finalizer of an object that is being deleted causes a `DELETED` event.",
  }, { harm: "data-loss" }],
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
  }, { harm: "availability" }],
  [EVENTS.must, {
    "watch.sent-in-chunks": "Over HTTP/1.1 a watch is sent with `Transfer-Encoding: chunked`.",
  }, { harm: "detail" }],
  [EVENTS.convention, {
    "watch.initial-events":
      "A watch from resourceVersion `0`, or from none, begins with an ADDED event for each object that exists, and continues with later changes.",
  }, { harm: "data-loss" }],
  [EVENTS.convention, {
    "watch.answered-before-events":
      "The response to a watch begins, with its status and headers, without waiting for an event.",
  }, { harm: "availability" }],
  [EVENTS.convention, {
    "watch.unread-delays-nobody":
      "A watch whose client does not read delays no request and no watch of other clients.",
  }, { harm: "availability" }],
] as const satisfies readonly RequirementGroup[];
