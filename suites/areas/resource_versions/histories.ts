/**
 * Long lists of steps in which writers and readers meet, judged against the recorded history.
 *
 * @module
 */
import { history, readingSteps } from "../../arbitraries/step_lists.ts";
import type { Check } from "../../check.ts";

/** Reads among writes and races. */
export const READ_HISTORIES: readonly Check[] = [
  history({
    id: "resource-versions/histories",
    title: "Whatever happens meanwhile, every read shows one state that was due, under its version",
    requirements: [
      "resource-versions.list-is-one-state",
      "resource-versions.label-names-state",
      "resource-versions.items-carry-own-version",
      "resource-versions.object-carries-version",
      "resource-versions.collection-carries-version",
      "resource-versions.change-gives-new-version",
      "resource-versions.unchanged-keeps-version",
      "resource-versions.recreated-is-another",
      "resource-versions.reads-never-go-back",
      "resource-versions.list-all-namespaces",
      "resource-versions.list-one-namespace",
      "resource-versions.get-unset-most-recent",
      "resource-versions.get-zero-any",
      "resource-versions.get-other-not-older",
      "resource-versions.list-plain-whole-unset",
      "resource-versions.list-plain-whole-zero",
      "resource-versions.list-plain-whole-other",
      "resource-versions.list-exact-whole-other",
      "watch.nothing-lost",
    ],
    level: "must",
  }, readingSteps),
  history({
    id: "resource-versions/selectors",
    title: "Label and field selectors pick what they say, at any version",
    requirements: [
      "resource-versions.list-label-selector",
      "resource-versions.list-field-selector",
      "resource-versions.stale-write-conflicts",
    ],
    level: "convention",
  }, readingSteps),
];
