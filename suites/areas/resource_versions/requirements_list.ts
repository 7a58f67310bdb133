/**
 * The requirements of the list table, cell by cell: resourceVersionMatch × paging ×
 * resourceVersion. `whole` is a list without a limit, `first` the first page, `next` a later one.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const TABLE = "resourceVersion semantics";

/** Statements by id. */
export const versionsList = {
  "resource-versions.list-plain-whole-unset": {
    chapter: TABLE,
    statement: "A list without version or match shows every change acknowledged before it.",
    level: "must",
  },
  "resource-versions.list-plain-whole-zero": {
    chapter: TABLE,
    statement: "A list at version 0 shows some state of the past or present.",
    level: "must",
  },
  "resource-versions.list-plain-whole-other": {
    chapter: TABLE,
    statement: "A list at a version shows a state at least as new as that version.",
    level: "must",
  },
  "resource-versions.list-plain-first-unset": {
    chapter: TABLE,
    statement: "A first page without a version is of a state with every acknowledged change.",
    level: "must",
  },
  "resource-versions.list-plain-first-zero": {
    chapter: TABLE,
    statement: "A first page at version 0 is of some state of the past or present.",
    level: "must",
  },
  "resource-versions.list-plain-first-other": {
    chapter: TABLE,
    statement: "A first page at a version is of exactly the state that version names.",
    level: "must",
  },
  "resource-versions.list-plain-next-unset": {
    chapter: TABLE,
    statement: "A later page without a version is of exactly the state the token comes from.",
    level: "must",
  },
  "resource-versions.list-plain-next-zero": {
    chapter: TABLE,
    statement: "A later page at version 0 is served as the token says, or refused.",
    level: "must",
  },
  "resource-versions.list-plain-next-other": {
    chapter: TABLE,
    statement: "A token together with a version other than 0 is refused with 400.",
    level: "must",
  },
  "resource-versions.list-exact-whole-unset": {
    chapter: TABLE,
    statement: "The match Exact without a version is refused.",
    level: "must",
  },
  "resource-versions.list-exact-whole-zero": {
    chapter: TABLE,
    statement: "The match Exact with version 0 is refused.",
    level: "must",
  },
  "resource-versions.list-exact-whole-other": {
    chapter: TABLE,
    statement: "The match Exact shows exactly the state the version names.",
    level: "must",
  },
  "resource-versions.list-exact-first-unset": {
    chapter: TABLE,
    statement: "The match Exact on a first page without a version is refused.",
    level: "must",
  },
  "resource-versions.list-exact-first-zero": {
    chapter: TABLE,
    statement: "The match Exact on a first page with version 0 is refused.",
    level: "must",
  },
  "resource-versions.list-exact-first-other": {
    chapter: TABLE,
    statement: "The match Exact on a first page gives a page of exactly the state named.",
    level: "must",
  },
  "resource-versions.list-not-older-whole-unset": {
    chapter: TABLE,
    statement: "The match NotOlderThan without a version is refused.",
    level: "must",
  },
  "resource-versions.list-not-older-whole-zero": {
    chapter: TABLE,
    statement: "The match NotOlderThan with version 0 shows some state of the past or present.",
    level: "must",
  },
  "resource-versions.list-not-older-whole-other": {
    chapter: TABLE,
    statement: "The match NotOlderThan shows a state at least as new as the version.",
    level: "must",
  },
  "resource-versions.list-not-older-first-unset": {
    chapter: TABLE,
    statement: "The match NotOlderThan on a first page without a version is refused.",
    level: "must",
  },
  "resource-versions.list-not-older-first-zero": {
    chapter: TABLE,
    statement: "The match NotOlderThan on a first page with version 0 is of some state.",
    level: "must",
  },
  "resource-versions.list-not-older-first-other": {
    chapter: TABLE,
    statement: "The match NotOlderThan on a first page is of a state at least as new.",
    level: "must",
  },
  "resource-versions.match-with-continue-refused": {
    chapter: TABLE,
    statement: "A token together with any resourceVersionMatch, which no row allows, is refused.",
    level: "convention",
  },
  "resource-versions.unknown-match-refused": {
    chapter: TABLE,
    statement: "A resourceVersionMatch that is neither Exact nor NotOlderThan is refused.",
    level: "convention",
  },
} as const satisfies Record<string, Requirement>;
