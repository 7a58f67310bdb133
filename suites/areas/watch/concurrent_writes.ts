/**
 * Watches while clients write concurrently, compared with the recorded history.
 *
 * @module
 */
import { history, watchingSteps } from "../../arbitraries/step_lists.ts";
import type { Check } from "../../check.ts";

/** Checks of watches during concurrent writes. */
export const CONCURRENT_WRITES: readonly Check[] = [
  history({
    id: "watch/histories",
    version: 2,
    title:
      "Every watch receives each change it selects exactly once, in order and in full, and nothing else",
    requirements: [
      "watch.nothing-lost",
      "watch.nothing-twice",
      "watch.no-invented-events",
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
      "watch.bookmark-only-on-request",
      "watch.bookmark-carries-only-version",
      "watch.bookmark-covers-what-was-sent",
      "watch.dry-run-is-silent",
      "watch.streams-events",
      "resource-versions.change-gives-new-version",
      "resource-versions.recreated-object-is-new",
      "watch.known-types",
      "watch.removed-is-deleted",
      "watch.deleted-carries-last-content",
      "watch.leaving-selector-is-deleted",
      "watch.selector-filters",
      "watch.same-order-for-all",
      "watch.from-zero-starts-with-existing",
      "watch.from-unset-starts-with-existing",
      "watch.rejected-write-is-silent",
      "watch.no-op-write-is-silent",
    ],
  }, watchingSteps),
];
