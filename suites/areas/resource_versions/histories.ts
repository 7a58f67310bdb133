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
    id: "versions/histories",
    title: "Whatever happens meanwhile, every read shows one state that was due, under its version",
    requirements: [
      "versions.list-is-one-state",
      "versions.label-names-state",
      "versions.items-carry-own-version",
      "versions.object-carries-version",
      "versions.collection-carries-version",
      "versions.change-gives-new-version",
      "versions.unchanged-keeps-version",
      "versions.recreated-is-another",
      "versions.reads-never-go-back",
      "versions.list-all-namespaces",
      "versions.list-one-namespace",
      "versions.get-unset-most-recent",
      "versions.get-zero-any",
      "versions.get-other-not-older",
      "versions.list-plain-whole-unset",
      "versions.list-plain-whole-zero",
      "versions.list-plain-whole-other",
      "versions.list-exact-whole-other",
      "watch.nothing-lost",
    ],
    level: "must",
  }, readingSteps),
  history({
    id: "versions/selectors",
    title: "Label and field selectors pick what they say, at any version",
    requirements: [
      "versions.list-label-selector",
      "versions.list-field-selector",
      "versions.stale-write-conflicts",
    ],
    level: "convention",
  }, readingSteps),
];
