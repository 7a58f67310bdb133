/**
 * The requirements of the area `paging`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const PAGING = "Paging (list and deletecollection)";
const METADATA = "Common metadata facts";

/** Statements by id. */
export const paging = {
  "paging.limit-bounds-page": {
    chapter: PAGING,
    statement: "A page holds at most as many items as its limit says.",
    level: "must",
  },
  "paging.continue-when-more": {
    chapter: PAGING,
    statement: "A page behind which more items remain carries a continue token.",
    level: "must",
  },
  "paging.pages-make-the-collection": {
    chapter: PAGING,
    statement: "The pages joined are one state of the collection: nothing lost, nothing twice.",
    level: "must",
  },
  "paging.snapshot-despite-writes": {
    chapter: PAGING,
    statement: "Whatever is written between two pages shows on none of them.",
    level: "must",
  },
  "paging.version-constant": {
    chapter: PAGING,
    statement: "Every page of one walk bears the same collection version.",
    level: "must",
  },
  "paging.ends-without-token": {
    chapter: PAGING,
    statement: "The page that finishes a list carries no continue token.",
    level: "must",
  },
  "paging.no-limit-is-whole": {
    chapter: PAGING,
    statement: "A list that asks for no limit comes whole, without a token.",
    level: "must",
  },
  "paging.selector-pages": {
    chapter: PAGING,
    statement: "A walk with a selector gives the selected objects of one state, all of them.",
    level: "must",
  },
  "paging.remaining-count-exact": {
    chapter: METADATA,
    statement: "A remainingItemCount that is given counts exactly the items still to come.",
    level: "must",
  },
  "paging.remaining-count-absent-with-selector": {
    chapter: METADATA,
    statement: "A list with a label or field selector carries no remainingItemCount.",
    level: "must",
  },
  "paging.remaining-count-absent-at-end": {
    chapter: METADATA,
    statement: "A list that is complete carries no remainingItemCount.",
    level: "must",
  },
  "paging.token-repeats-its-page": {
    chapter: PAGING,
    statement: "The same token asked again gives the same page again.",
    level: "convention",
  },
  "paging.limit-may-change": {
    chapter: PAGING,
    statement: "A token goes on from its place whatever limit the next request names.",
    level: "convention",
  },
  "paging.altered-token-refused": {
    chapter: PAGING,
    statement: "A token nobody issued is refused with a Status of the 400s.",
    level: "convention",
  },
  "paging.zero-limit-is-none": {
    chapter: PAGING,
    statement: "A limit of 0 asks for no limit.",
    level: "convention",
  },
  "paging.malformed-limit-refused": {
    chapter: PAGING,
    statement: "A limit that is no integer is refused with a Status of the 400s.",
    level: "convention",
  },
  "paging.token-expired-gone": {
    chapter: PAGING,
    statement: "A token kept for longer than history lasts is answered 410.",
    level: "must",
  },
  "paging.restart-after-expiry": {
    chapter: PAGING,
    statement: "After an expired token the list can be started over, or taken whole.",
    level: "must",
  },
  "paging.deletecollection-limit": {
    chapter: PAGING,
    statement: "A deletion of a collection with a limit removes at most so many objects.",
    level: "must",
  },
  "paging.deletecollection-continues": {
    chapter: PAGING,
    statement: "Deleting page by page until no token comes back removes every selected object.",
    level: "must",
  },
  "paging.deletecollection-selects": {
    chapter: "Operation templates",
    statement: "A deletion of a collection with a selector leaves what is not selected.",
    level: "convention",
  },
} as const satisfies Record<string, Requirement>;
