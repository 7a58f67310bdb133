/**
 * The requirements of the area `resource-versions`: what a resourceVersion says, and what a read that names
 * one returns. The list table has its own file.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";
import { versionsList } from "./requirements_list.ts";

const METADATA = "Common metadata facts";
const SEMANTICS = "resourceVersion semantics";
const ERRORS = "Errors";
const LIFECYCLE = "States and transitions";

/** Statements by id. */
export const versions = {
  "resource-versions.object-carries-version": {
    chapter: METADATA,
    statement: "Every object that is read or written bears a resourceVersion that is a string.",
    level: "must",
  },
  "resource-versions.change-gives-new-version": {
    chapter: METADATA,
    statement: "A change gives the object a version that no state of it had before.",
    level: "must",
  },
  "resource-versions.unchanged-keeps-version": {
    chapter: METADATA,
    statement: "An object that nobody changes keeps its version, whatever happens to others.",
    level: "must",
  },
  "resource-versions.no-op-keeps-version": {
    chapter: METADATA,
    statement: "A write that changes nothing leaves the version as it was.",
    level: "convention",
  },
  "resource-versions.collection-carries-version": {
    chapter: METADATA,
    statement: "Every list bears a resourceVersion of its own in its metadata, and an items array.",
    level: "must",
  },
  "resource-versions.items-carry-own-version": {
    chapter: METADATA,
    statement: "An item of a list bears the version at which it was last changed, not the list's.",
    level: "must",
  },
  "resource-versions.list-is-one-state": {
    chapter: METADATA,
    statement: "The items of a list are the whole collection as it was at one single moment.",
    level: "must",
  },
  "resource-versions.label-names-state": {
    chapter: METADATA,
    statement:
      "A list's version names the very state its items show, neither one ahead nor behind.",
    level: "must",
  },
  "resource-versions.recreated-is-another": {
    chapter: LIFECYCLE,
    statement: "An object made under a name used before has another uid and another version.",
    level: "must",
  },
  "resource-versions.get-unset-most-recent": {
    chapter: SEMANTICS,
    statement: "A get without a version shows every change acknowledged before it was sent.",
    level: "must",
  },
  "resource-versions.get-zero-any": {
    chapter: SEMANTICS,
    statement: "A get at version 0 answers with some state the object has had.",
    level: "must",
  },
  "resource-versions.get-other-not-older": {
    chapter: SEMANTICS,
    statement: "A get at a version answers with a state at least as new as that version.",
    level: "must",
  },
  "resource-versions.reads-never-go-back": {
    chapter: SEMANTICS,
    statement: "A most recent read shows nothing older than a read that had ended before it began.",
    level: "must",
  },
  "resource-versions.acknowledged-is-kept": {
    chapter: SEMANTICS,
    statement: "A write that was acknowledged took effect exactly once, with the content answered.",
    level: "must",
  },
  "resource-versions.list-all-namespaces": {
    chapter: "Path shapes",
    statement: "A list over all namespaces holds the objects of every one of them.",
    level: "must",
  },
  "resource-versions.list-one-namespace": {
    chapter: "Path shapes",
    statement: "A list of one namespace holds no object of another.",
    level: "must",
  },
  "resource-versions.list-label-selector": {
    chapter: "Operation templates",
    statement: "A label selector picks by =, ==, !=, in, notin, a key's presence and its absence.",
    level: "convention",
  },
  "resource-versions.list-field-selector": {
    chapter: "Operation templates",
    statement: "A field selector picks by metadata.name and metadata.namespace.",
    level: "convention",
  },
  "resource-versions.malformed-selector-refused": {
    chapter: "Operation templates",
    statement: "A selector that cannot be read is refused with a Status of the 400s.",
    level: "convention",
  },
  "resource-versions.stale-write-conflicts": {
    chapter: ERRORS,
    statement: "A write that names a version the object no longer has is refused with 409.",
    level: "convention",
  },
  "resource-versions.one-writer-wins": {
    chapter: ERRORS,
    statement: "Of several updates sent at once with the same version exactly one succeeds.",
    level: "convention",
  },
  "resource-versions.one-creator-wins": {
    chapter: "What the service does",
    statement: "Of several creates of one name sent at once exactly one succeeds.",
    level: "must",
  },
  "resource-versions.refused-write-leaves-no-trace": {
    chapter: ERRORS,
    statement: "A write that was refused changes neither the object nor its version.",
    level: "convention",
  },
  "resource-versions.dry-run-leaves-no-trace": {
    chapter: "Dry run",
    statement: "A dry run changes neither the object nor its version.",
    level: "must",
    feature: "dry-run",
  },
  "resource-versions.malformed-version-refused": {
    chapter: ERRORS,
    statement: "A read at a version that no server could have issued is refused with a Status.",
    level: "convention",
  },
  "resource-versions.exact-too-old-gone": {
    chapter: ERRORS,
    statement: "An exact list of a state no longer kept is answered 410.",
    level: "convention",
  },
  ...versionsList,
} as const satisfies Record<string, Requirement>;
