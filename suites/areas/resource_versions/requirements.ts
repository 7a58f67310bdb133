/**
 * The requirements of the area `resource-versions`: what a resourceVersion identifies, and what reads at a
 * resourceVersion return.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const METADATA = "Common metadata facts";
const SEMANTICS = "resourceVersion semantics";
const ERRORS = "Errors";
const LIFECYCLE = "States and transitions";

/** The requirements by id. */
export const requirements = {
  "resource-versions.object-carries-version": {
    chapter: METADATA,
    statement: "Every object in a response has a string `metadata.resourceVersion`.",
    level: "must",
  },
  "resource-versions.answered-version": {
    chapter: METADATA,
    statement:
      "The response to a write has the resourceVersion at which reads and events show what it wrote.",
    level: "must",
  },
  "resource-versions.change-gives-new-version": {
    chapter: METADATA,
    statement: "Every change gives the object a resourceVersion that it has never had before.",
    level: "must",
  },
  "resource-versions.unchanged-keeps-version": {
    chapter: METADATA,
    statement:
      "An object that is not changed keeps its resourceVersion, whatever happens to other objects.",
    level: "must",
  },
  "resource-versions.no-op-keeps-version": {
    chapter: METADATA,
    statement: "A write that changes nothing leaves the resourceVersion unchanged.",
    level: "convention",
  },
  "resource-versions.collection-carries-version": {
    chapter: METADATA,
    statement: "Every list has its own `metadata.resourceVersion` and an `items` array.",
    level: "must",
  },
  "resource-versions.items-carry-own-version": {
    chapter: METADATA,
    statement:
      "An item of a list has the resourceVersion of its own last change, not that of the list.",
    level: "must",
  },
  "resource-versions.list-is-one-snapshot": {
    chapter: METADATA,
    statement: "A list is a consistent snapshot of the collection at one moment.",
    level: "must",
  },
  "resource-versions.list-version-names-state": {
    chapter: METADATA,
    statement:
      "The resourceVersion of a list identifies exactly the state that its items show, not an earlier or a later one.",
    level: "must",
  },
  "resource-versions.recreated-object-is-new": {
    chapter: LIFECYCLE,
    statement:
      "An object created under a name that was used before has a new uid and a new resourceVersion.",
    level: "must",
  },
  "resource-versions.get-unset-most-recent": {
    chapter: SEMANTICS,
    statement:
      "A get without `resourceVersion` returns a state that includes every change acknowledged before the request.",
    level: "must",
  },
  "resource-versions.get-zero-any": {
    chapter: SEMANTICS,
    statement: "A get with `resourceVersion=0` returns a present or past state of the object.",
    level: "must",
  },
  "resource-versions.get-other-not-older": {
    chapter: SEMANTICS,
    statement:
      "A get with any other `resourceVersion` returns a state at least as new as that resourceVersion.",
    level: "must",
  },
  "resource-versions.reads-never-go-back": {
    chapter: SEMANTICS,
    statement:
      "A most recent read never returns an older state than a read that finished before it began.",
    level: "must",
  },
  "resource-versions.acknowledged-write-persists": {
    chapter: SEMANTICS,
    statement: "An acknowledged write takes effect exactly once, with the content of the response.",
    level: "must",
  },
  "resource-versions.list-all-namespaces": {
    chapter: "Path shapes",
    statement: "A list over all namespaces contains the objects of every namespace.",
    level: "must",
  },
  "resource-versions.list-one-namespace": {
    chapter: "Path shapes",
    statement: "A list of one namespace contains no object of another namespace.",
    level: "must",
  },
  "resource-versions.list-label-selector": {
    chapter: "Operation templates",
    statement:
      "A label selector in a list supports `=`, `==`, `!=`, `in`, `notin`, a required key and a forbidden key.",
    level: "must",
  },
  "resource-versions.list-field-selector": {
    chapter: "Operation templates",
    statement: "A field selector in a list supports `metadata.name` and `metadata.namespace`.",
    level: "must",
  },
  "resource-versions.malformed-selector-rejected": {
    chapter: "Operation templates",
    statement: "A malformed selector in a list is rejected with a 4xx Status.",
    level: "convention",
  },
  "resource-versions.stale-write-conflicts": {
    chapter: ERRORS,
    statement:
      "A write with a resourceVersion that is no longer the object's is rejected with 409.",
    level: "convention",
  },
  "resource-versions.conflict-names-object": {
    chapter: SEMANTICS,
    statement:
      "The Status of a write rejected because of its resourceVersion or `uid` has the reason `Conflict` and names the object.",
    level: "convention",
  },
  "resource-versions.current-version-accepted": {
    chapter: SEMANTICS,
    statement:
      "A write with the object's current resourceVersion and `uid`, or with neither, is accepted.",
    level: "must",
  },
  "resource-versions.zero-version-is-none": {
    chapter: SEMANTICS,
    statement: "A write with the resourceVersion `0` or an empty one is unconditional.",
    level: "convention",
  },
  "resource-versions.one-writer-wins": {
    chapter: ERRORS,
    statement:
      "If several updates with the same resourceVersion are sent at once, exactly one succeeds.",
    level: "convention",
  },
  "resource-versions.one-creator-wins": {
    chapter: "What the service does",
    statement: "If several creates with the same name are sent at once, exactly one succeeds.",
    level: "must",
  },
  "resource-versions.rejected-write-leaves-no-trace": {
    chapter: ERRORS,
    statement: "A rejected write changes neither the object nor its resourceVersion.",
    level: "convention",
  },
  "resource-versions.dry-run-leaves-no-trace": {
    chapter: "Dry run",
    statement: "A dry-run request changes neither the object nor its resourceVersion.",
    level: "must",
    feature: "dry-run",
  },
  "resource-versions.malformed-version-rejected": {
    chapter: ERRORS,
    statement:
      "A read at a resourceVersion that no server could have issued is rejected with a Status.",
    level: "convention",
  },
  "resource-versions.exact-too-old-gone": {
    chapter: ERRORS,
    statement:
      "A list with `resourceVersionMatch=Exact` at a resourceVersion that is no longer available gets 410.",
    level: "convention",
  },
  // The table of lists, cell by cell: `whole` is a list without limit, `first` the first page, `next` a later page.
  "resource-versions.list-plain-whole-unset": {
    chapter: SEMANTICS,
    statement:
      "A list without `resourceVersion` and `resourceVersionMatch` includes every change acknowledged before the request.",
    level: "must",
  },
  "resource-versions.list-plain-whole-zero": {
    chapter: SEMANTICS,
    statement: "A list with `resourceVersion=0` shows a present or past state.",
    level: "must",
  },
  "resource-versions.list-plain-whole-other": {
    chapter: SEMANTICS,
    statement:
      "A list with any other `resourceVersion` shows a state at least as new as that resourceVersion.",
    level: "must",
  },
  "resource-versions.list-plain-first-unset": {
    chapter: SEMANTICS,
    statement:
      "A first page without `resourceVersion` shows a state that includes every acknowledged change.",
    level: "must",
  },
  "resource-versions.list-plain-first-zero": {
    chapter: SEMANTICS,
    statement: "A first page with `resourceVersion=0` shows a present or past state.",
    level: "must",
  },
  "resource-versions.list-plain-first-other": {
    chapter: SEMANTICS,
    statement:
      "A first page with any other `resourceVersion` shows exactly the state at that resourceVersion.",
    level: "must",
  },
  "resource-versions.list-plain-next-unset": {
    chapter: SEMANTICS,
    statement:
      "A later page without `resourceVersion` shows exactly the state of the `continue` token.",
    level: "must",
  },
  "resource-versions.list-plain-next-zero": {
    chapter: SEMANTICS,
    statement:
      "A later page with `resourceVersion=0` is served as the `continue` token says, at its state.",
    level: "must",
  },
  "resource-versions.list-plain-next-other": {
    chapter: SEMANTICS,
    statement: "A `continue` token with a `resourceVersion` other than 0 is rejected with 400.",
    level: "must",
  },
  "resource-versions.list-exact-whole-unset": {
    chapter: SEMANTICS,
    statement: "A list with `resourceVersionMatch=Exact` and no `resourceVersion` is rejected.",
    level: "must",
  },
  "resource-versions.list-exact-whole-zero": {
    chapter: SEMANTICS,
    statement: "A list with `resourceVersionMatch=Exact` and `resourceVersion=0` is rejected.",
    level: "must",
  },
  "resource-versions.list-exact-whole-other": {
    chapter: SEMANTICS,
    statement:
      "A list with `resourceVersionMatch=Exact` shows exactly the state at its `resourceVersion`.",
    level: "must",
  },
  "resource-versions.list-exact-first-unset": {
    chapter: SEMANTICS,
    statement:
      "A first page with `resourceVersionMatch=Exact` and no `resourceVersion` is rejected.",
    level: "must",
  },
  "resource-versions.list-exact-first-zero": {
    chapter: SEMANTICS,
    statement:
      "A first page with `resourceVersionMatch=Exact` and `resourceVersion=0` is rejected.",
    level: "must",
  },
  "resource-versions.list-exact-first-other": {
    chapter: SEMANTICS,
    statement:
      "A first page with `resourceVersionMatch=Exact` shows exactly the state at its `resourceVersion`.",
    level: "must",
  },
  "resource-versions.list-not-older-whole-unset": {
    chapter: SEMANTICS,
    statement:
      "A list with `resourceVersionMatch=NotOlderThan` and no `resourceVersion` is rejected.",
    level: "must",
  },
  "resource-versions.list-not-older-whole-zero": {
    chapter: SEMANTICS,
    statement:
      "A list with `resourceVersionMatch=NotOlderThan` and `resourceVersion=0` shows a present or past state.",
    level: "must",
  },
  "resource-versions.list-not-older-whole-other": {
    chapter: SEMANTICS,
    statement:
      "A list with `resourceVersionMatch=NotOlderThan` shows a state at least as new as its `resourceVersion`.",
    level: "must",
  },
  "resource-versions.list-not-older-first-unset": {
    chapter: SEMANTICS,
    statement:
      "A first page with `resourceVersionMatch=NotOlderThan` and no `resourceVersion` is rejected.",
    level: "must",
  },
  "resource-versions.list-not-older-first-zero": {
    chapter: SEMANTICS,
    statement:
      "A first page with `resourceVersionMatch=NotOlderThan` and `resourceVersion=0` shows a present or past state.",
    level: "must",
  },
  "resource-versions.list-not-older-first-other": {
    chapter: SEMANTICS,
    statement:
      "A first page with `resourceVersionMatch=NotOlderThan` shows a state at least as new as its `resourceVersion`.",
    level: "must",
  },
  "resource-versions.match-with-continue-rejected": {
    chapter: SEMANTICS,
    statement: "A `continue` token with any `resourceVersionMatch` is rejected.",
    level: "convention",
  },
  "resource-versions.unknown-match-rejected": {
    chapter: SEMANTICS,
    statement: "A `resourceVersionMatch` other than `Exact` and `NotOlderThan` is rejected.",
    level: "convention",
  },
} as const satisfies Record<string, Requirement>;
