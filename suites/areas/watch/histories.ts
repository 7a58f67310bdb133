/**
 * Long lists of steps in which writers and watchers meet, judged against the recorded history.
 *
 * @module
 */
import { history, watchingSteps } from "../../arbitraries/step_lists.ts";
import type { Check } from "../../check.ts";

/** Watches among writes and races. */
export const WATCH_HISTORIES: readonly Check[] = [
  history({
    id: "watch/histories",
    title:
      "Every watch is told of each change in its view once, in order, whole, and of nothing else",
    requirements: [
      "watch.nothing-lost",
      "watch.nothing-twice",
      "watch.nothing-made-up",
      "watch.object-order",
      "watch.object-is-full",
      "watch.object-carries-kind",
      "watch.created-is-added",
      "watch.changed-is-modified",
      "watch.entering-selector-is-added",
      "watch.starts-after-version",
      "watch.resumes-from-last",
      "watch.list-then-watch",
      "watch.one-namespace",
      "watch.all-namespaces",
      "watch.bookmark-only-when-asked",
      "watch.bookmark-carries-only-version",
      "watch.bookmark-covers-what-was-sent",
      "watch.dry-run-is-silent",
      "watch.streams-events",
      "resource-versions.change-gives-new-version",
      "resource-versions.recreated-is-another",
    ],
    level: "must",
  }, watchingSteps),
  history({
    id: "watch/conventions",
    title: "Deletions, selectors, starts without a version and idle writes are told as is usual",
    requirements: [
      "watch.known-types",
      "watch.removed-is-deleted",
      "watch.deleted-carries-last-content",
      "watch.leaving-selector-is-deleted",
      "watch.selector-filters",
      "watch.same-order-for-all",
      "watch.from-zero-starts-with-existing",
      "watch.from-unset-starts-with-existing",
      "watch.refused-write-is-silent",
      "watch.no-op-write-is-silent",
    ],
    level: "convention",
  }, watchingSteps),
];
