/**
 * The requirements of the area `paging`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const PAGING = "Paging (list and deletecollection)";
const METADATA = "Common metadata facts";

/** The requirements by id. */
export const requirements = {
  "paging.limit-bounds-page": {
    chapter: PAGING,
    statement: "A page of a list contains at most `limit` items.",
    level: "must",
  },
  "paging.continue-when-more": {
    chapter: PAGING,
    statement: "A page that is not the last one has a non-empty `metadata.continue`.",
    level: "must",
  },
  "paging.pages-are-one-snapshot": {
    chapter: PAGING,
    statement:
      "All pages of a list together are the collection at one resourceVersion: no item is missing and none is repeated.",
    level: "must",
  },
  "paging.snapshot-despite-writes": {
    chapter: PAGING,
    statement: "Writes that happen between two page requests are not visible on later pages.",
    level: "must",
  },
  "paging.version-constant": {
    chapter: PAGING,
    statement: "Every page of a list has the same `metadata.resourceVersion`.",
    level: "must",
  },
  "paging.ends-without-token": {
    chapter: PAGING,
    statement: "On the last page of a list `metadata.continue` is empty or absent.",
    level: "must",
  },
  "paging.no-limit-returns-all": {
    chapter: PAGING,
    statement: "A list without `limit` returns the whole collection and no `metadata.continue`.",
    level: "must",
  },
  "paging.selector-pages": {
    chapter: PAGING,
    statement:
      "All pages of a list with a selector together are the matching objects at one resourceVersion.",
    level: "must",
  },
  "paging.remaining-count-exact": {
    chapter: METADATA,
    statement:
      "If `metadata.remainingItemCount` is present, it is the exact number of items on later pages.",
    level: "must",
  },
  "paging.remaining-count-absent-with-selector": {
    chapter: METADATA,
    statement: "A list with a label or field selector has no `metadata.remainingItemCount`.",
    level: "must",
  },
  "paging.remaining-count-absent-at-end": {
    chapter: METADATA,
    statement: "A complete list and the last page of a list have no `metadata.remainingItemCount`.",
    level: "must",
  },
  "paging.token-repeats-its-page": {
    chapter: PAGING,
    statement: "Sending the same `continue` token again returns the same page again.",
    level: "convention",
  },
  "paging.limit-may-change": {
    chapter: PAGING,
    statement:
      "A `continue` token can be sent with a different `limit`, or with none, and continues from the same place.",
    level: "convention",
  },
  "paging.altered-token-rejected": {
    chapter: PAGING,
    statement: "A `continue` token that the server did not issue is rejected with a 4xx Status.",
    level: "convention",
  },
  "paging.zero-limit-is-none": {
    chapter: PAGING,
    statement: "A `limit` of 0 means no limit.",
    level: "convention",
  },
  "paging.large-limit-returns-all": {
    chapter: PAGING,
    statement:
      "A `limit` above the number of items, up to the largest integer of 64 bits, returns the whole collection.",
    level: "must",
  },
  "paging.empty-parameters-are-none": {
    chapter: "Operation templates",
    statement:
      "An empty `continue`, `resourceVersion`, `resourceVersionMatch` or `fieldSelector` of a list means the same as none.",
    level: "convention",
  },
  "paging.token-stays-in-collection": {
    chapter: PAGING,
    statement: "A `continue` token sent to another collection shows no objects of its own one.",
    level: "must",
  },
  "paging.malformed-limit-rejected": {
    chapter: PAGING,
    statement: "A `limit` that is not an integer is rejected with a 4xx Status.",
    level: "convention",
  },
  "paging.token-lives": {
    chapter: PAGING,
    statement:
      "A `continue` token is accepted until it expires: for 5 minutes, unless the server is configured otherwise.",
    level: "must",
  },
  "paging.token-expired-gone": {
    chapter: PAGING,
    statement: "An expired `continue` token gets 410.",
    level: "must",
  },
  "paging.restart-after-expiry": {
    chapter: PAGING,
    statement:
      "After a `continue` token has expired, the list can be restarted from the first page or read without `limit`.",
    level: "must",
  },
  "paging.deletecollection-limit": {
    chapter: PAGING,
    statement: "A deletecollection request with `limit` deletes at most `limit` objects.",
    level: "must",
  },
  "paging.deletecollection-continues": {
    chapter: PAGING,
    statement:
      "Repeating a deletecollection request with `limit` and `continue` until no token is returned deletes every selected object.",
    level: "must",
  },
  "paging.deletecollection-at-version": {
    chapter: "Operation templates",
    statement:
      "A deletecollection request accepts `resourceVersion` and `resourceVersionMatch`, and deletes the objects of that version.",
    level: "must",
  },
  "paging.deletecollection-selector": {
    chapter: "Operation templates",
    statement: "A deletecollection request with a selector deletes only the objects that match it.",
    level: "must",
  },
} as const satisfies Record<string, Requirement>;
