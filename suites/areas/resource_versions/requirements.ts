/**
 * The requirements of the area `resource-versions`: what a resourceVersion identifies, and what reads at a
 * resourceVersion return.
 *
 * @module
 */
import {
  DRY_RUN,
  ERRORS,
  METADATA,
  OPERATIONS,
  PATHS,
  RESOURCE_VERSIONS,
  SERVICE,
  STATES,
} from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [METADATA.must, {
    "resource-versions.object-carries-version":
      "Every object in a response has a string `metadata.resourceVersion`.",
    "resource-versions.unchanged-keeps-version":
      "An object that is not changed keeps its resourceVersion, whatever happens to other objects.",
  }],
  [METADATA.must, {
    "resource-versions.answered-version":
      "The response to a write has the resourceVersion at which reads and events show what it wrote.",
    "resource-versions.change-gives-new-version":
      "Every change gives the object a resourceVersion that it has never had before.",
  }, { harm: "data-loss" }],
  [METADATA.convention, {
    "resource-versions.no-op-keeps-version":
      "A write that changes nothing leaves the resourceVersion unchanged.",
  }],
  [METADATA.must, {
    "resource-versions.collection-carries-version":
      "Every list has its own `metadata.resourceVersion` and an `items` array.",
  }],
  [METADATA.must, {
    "resource-versions.items-carry-own-version":
      "An item of a list has the resourceVersion of its own last change, not that of the list.",
    "resource-versions.list-is-one-snapshot":
      "A list is a consistent snapshot of the collection at one moment.",
    "resource-versions.list-version-names-state":
      "The resourceVersion of a list identifies exactly the state that its items show, not an earlier or a later one.",
  }, { harm: "data-loss" }],
  [STATES.must, {
    "resource-versions.recreated-object-is-new":
      "An object created under a name that was used before has a new uid and a new resourceVersion.",
  }, { harm: "data-loss" }],
  [RESOURCE_VERSIONS.must, {
    "resource-versions.get-unset-most-recent":
      "A get without `resourceVersion` returns a state that includes every change acknowledged before the request.",
    "resource-versions.get-zero-any":
      "A get with `resourceVersion=0` returns a present or past state of the object.",
    "resource-versions.get-other-not-older":
      "A get with any other `resourceVersion` returns a state at least as new as that resourceVersion.",
    "resource-versions.reads-never-go-back":
      "A most recent read never returns an older state than a read that finished before it began.",
  }],
  [RESOURCE_VERSIONS.must, {
    "resource-versions.acknowledged-write-persists":
      "An acknowledged write takes effect exactly once, with the content of the response.",
  }, { harm: "data-loss" }],
  [RESOURCE_VERSIONS.must, {
    "resource-versions.outlive-restarts":
      "A resourceVersion that was given out stays one of the past when the server restarts: reads at it are not older, and a watch from it sends all later changes or is answered with 410.",
  }, {
    unchecked: "Only a run with `--nemesis` can decide it: its check `while-failing/watches`.",
    harm: "data-loss",
  }],
  [PATHS.must, {
    "resource-versions.list-all-namespaces":
      "A list over all namespaces contains the objects of every namespace.",
  }, { harm: "data-loss" }],
  [PATHS.must, {
    "resource-versions.list-one-namespace":
      "A list of one namespace contains no object of another namespace.",
  }, { harm: "security" }],
  [OPERATIONS.must, {
    "resource-versions.list-label-selector":
      "A label selector in a list supports `=`, `==`, `!=`, `in`, `notin`, a required key and a forbidden key.",
    "resource-versions.list-field-selector":
      "A field selector in a list supports `metadata.name` and `metadata.namespace`.",
  }, { harm: "data-loss" }],
  [OPERATIONS.convention, {
    "resource-versions.malformed-selector-rejected":
      "A malformed selector in a list is rejected with a 4xx Status.",
  }],
  [ERRORS.convention, {
    "resource-versions.stale-write-conflicts":
      "A write with a resourceVersion that is no longer the object's is rejected with 409.",
  }, { harm: "data-loss" }],
  [RESOURCE_VERSIONS.convention, {
    "resource-versions.conflict-names-object":
      "The Status of a write rejected because of its resourceVersion or `uid` has the reason `Conflict` and names the object.",
  }],
  [RESOURCE_VERSIONS.must, {
    "resource-versions.current-version-accepted":
      "A write with the object's current resourceVersion and `uid`, or with neither, is accepted.",
  }, { harm: "availability" }],
  [RESOURCE_VERSIONS.convention, {
    "resource-versions.zero-version-is-none":
      "A write with the resourceVersion `0` or an empty one is unconditional.",
  }],
  [ERRORS.convention, {
    "resource-versions.one-writer-wins":
      "If several updates with the same resourceVersion are sent at once, exactly one succeeds.",
  }, { harm: "data-loss" }],
  [SERVICE.must, {
    "resource-versions.one-creator-wins":
      "If several creates with the same name are sent at once, exactly one succeeds.",
  }, { harm: "data-loss" }],
  [ERRORS.convention, {
    "resource-versions.rejected-write-leaves-no-trace":
      "A rejected write changes neither the object nor its resourceVersion.",
  }, { harm: "data-loss" }],
  [DRY_RUN.must, {
    "resource-versions.dry-run-leaves-no-trace":
      "A dry-run request changes neither the object nor its resourceVersion.",
  }, { feature: "dry-run", harm: "data-loss" }],
  [ERRORS.convention, {
    "resource-versions.malformed-version-rejected":
      "A read at a resourceVersion that no server could have issued is rejected with a Status.",
    "resource-versions.exact-too-old-gone":
      "A list with `resourceVersionMatch=Exact` at a resourceVersion that is no longer available gets 410.",
  }],
  // The table of lists, cell by cell: `whole` is a list without limit, `first` the first page, `next` a later page.
  [RESOURCE_VERSIONS.must, {
    "resource-versions.list-plain-whole-unset":
      "A list without `resourceVersion` and `resourceVersionMatch` includes every change acknowledged before the request.",
    "resource-versions.list-plain-whole-zero":
      "A list with `resourceVersion=0` shows a present or past state.",
    "resource-versions.list-plain-whole-other":
      "A list with any other `resourceVersion` shows a state at least as new as that resourceVersion.",
    "resource-versions.list-plain-first-unset":
      "A first page without `resourceVersion` shows a state that includes every acknowledged change.",
    "resource-versions.list-plain-first-zero":
      "A first page with `resourceVersion=0` shows a present or past state.",
    "resource-versions.list-plain-first-other":
      "A first page with any other `resourceVersion` shows exactly the state at that resourceVersion.",
    "resource-versions.list-plain-next-zero":
      "A later page with `resourceVersion=0` is served as the `continue` token says, at its state.",
    "resource-versions.list-exact-whole-other":
      "A list with `resourceVersionMatch=Exact` shows exactly the state at its `resourceVersion`.",
    "resource-versions.list-exact-first-other":
      "A first page with `resourceVersionMatch=Exact` shows exactly the state at its `resourceVersion`.",
    "resource-versions.list-not-older-whole-zero":
      "A list with `resourceVersionMatch=NotOlderThan` and `resourceVersion=0` shows a present or past state.",
    "resource-versions.list-not-older-whole-other":
      "A list with `resourceVersionMatch=NotOlderThan` shows a state at least as new as its `resourceVersion`.",
    "resource-versions.list-not-older-first-zero":
      "A first page with `resourceVersionMatch=NotOlderThan` and `resourceVersion=0` shows a present or past state.",
    "resource-versions.list-not-older-first-other":
      "A first page with `resourceVersionMatch=NotOlderThan` shows a state at least as new as its `resourceVersion`.",
  }],
  [RESOURCE_VERSIONS.must, {
    "resource-versions.list-plain-next-unset":
      "A later page without `resourceVersion` shows exactly the state of the `continue` token.",
  }, { harm: "data-loss" }],
  [RESOURCE_VERSIONS.must, {
    "resource-versions.list-plain-next-other":
      "A `continue` token with a `resourceVersion` other than 0 is rejected with 400.",
    "resource-versions.list-exact-whole-unset":
      "A list with `resourceVersionMatch=Exact` and no `resourceVersion` is rejected.",
    "resource-versions.list-exact-whole-zero":
      "A list with `resourceVersionMatch=Exact` and `resourceVersion=0` is rejected.",
    "resource-versions.list-exact-first-unset":
      "A first page with `resourceVersionMatch=Exact` and no `resourceVersion` is rejected.",
    "resource-versions.list-exact-first-zero":
      "A first page with `resourceVersionMatch=Exact` and `resourceVersion=0` is rejected.",
    "resource-versions.list-not-older-whole-unset":
      "A list with `resourceVersionMatch=NotOlderThan` and no `resourceVersion` is rejected.",
    "resource-versions.list-not-older-first-unset":
      "A first page with `resourceVersionMatch=NotOlderThan` and no `resourceVersion` is rejected.",
  }, { harm: "detail" }],
  [RESOURCE_VERSIONS.convention, {
    "resource-versions.match-with-continue-rejected":
      "A `continue` token with any `resourceVersionMatch` is rejected.",
    "resource-versions.unknown-match-rejected":
      "A `resourceVersionMatch` other than `Exact` and `NotOlderThan` is rejected.",
  }, { harm: "detail" }],
] as const satisfies readonly RequirementGroup[];
