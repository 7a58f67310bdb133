/**
 * The requirements of the area `paging`.
 *
 * @module
 */
import { METADATA, OPERATIONS, PAGING } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [PAGING.must, {
    "paging.limit-bounds-page": "A page of a list contains at most `limit` items.",
  }],
  [PAGING.must, {
    "paging.continue-when-more":
      "A page that is not the last one has a non-empty `metadata.continue`.",
    "paging.pages-are-one-snapshot":
      "All pages of a list together are the collection at one resourceVersion: no item is missing and none is repeated.",
    "paging.snapshot-despite-writes":
      "Writes that happen between two page requests are not visible on later pages.",
    "paging.version-constant": "Every page of a list has the same `metadata.resourceVersion`.",
    "paging.no-limit-returns-all":
      "A list without `limit` returns the whole collection and no `metadata.continue`.",
    "paging.selector-pages":
      "All pages of a list with a selector together are the matching objects at one resourceVersion.",
  }, { harm: "data-loss" }],
  [PAGING.must, {
    "paging.ends-without-token":
      "On the last page of a list `metadata.continue` is empty or absent.",
  }, { harm: "availability" }],
  [METADATA.must, {
    "paging.remaining-count-exact":
      "If `metadata.remainingItemCount` is present, it is the exact number of items on later pages.",
  }],
  [METADATA.must, {
    "paging.remaining-count-absent-with-selector":
      "A list with a label or field selector has no `metadata.remainingItemCount`.",
    "paging.remaining-count-in-every-form":
      "A page in Protobuf, in YAML or as a Table has a `metadata.remainingItemCount` if the page in JSON has one.",
    "paging.remaining-count-absent-at-end":
      "A complete list and the last page of a list have no `metadata.remainingItemCount`.",
  }, { harm: "detail" }],
  [PAGING.convention, {
    "paging.token-repeats-its-page":
      "Sending the same `continue` token again returns the same page again.",
    "paging.limit-may-change":
      "A `continue` token can be sent with a different `limit`, or with none, and continues from the same place.",
    "paging.altered-token-rejected":
      "A `continue` token that the server did not issue is rejected with a 4xx Status.",
    "paging.zero-limit-is-none": "A `limit` of 0 means no limit.",
  }],
  [PAGING.must, {
    "paging.large-limit-returns-all":
      "A `limit` above the number of items, up to the largest integer of 64 bits, returns the whole collection, on one page or several.",
  }],
  [OPERATIONS.convention, {
    "paging.empty-parameters-are-none":
      "An empty `continue`, `resourceVersion`, `resourceVersionMatch` or `fieldSelector` of a list means the same as none.",
  }],
  [PAGING.must, {
    "paging.token-stays-in-collection":
      "A `continue` token sent to another collection shows no objects of its own one.",
  }, { harm: "security" }],
  [PAGING.convention, {
    "paging.malformed-limit-rejected":
      "A `limit` that is not an integer is rejected with a 4xx Status.",
  }, { harm: "detail" }],
  [PAGING.must, {
    "paging.token-lives":
      "A `continue` token is accepted until it expires: for 5 minutes, unless the server is configured otherwise.",
    "paging.restart-after-expiry":
      "After a `continue` token has expired, the list can be restarted from the first page or read without `limit`.",
  }, { harm: "availability" }],
  [PAGING.must, {
    "paging.token-expired-gone": "An expired `continue` token gets 410.",
    "paging.deletecollection-continues":
      "Repeating a deletecollection request with `limit` and `continue` until no token is returned deletes every selected object.",
  }],
  [PAGING.must, {
    "paging.deletecollection-limit":
      "A deletecollection request with `limit` deletes at most `limit` objects.",
  }, { harm: "data-loss" }],
  [OPERATIONS.convention, {
    "paging.deletecollection-rejects-as-list":
      "A deletecollection request with parameters that a list rejects is rejected with a 4xx Status, and deletes nothing.",
  }, { harm: "data-loss" }],
  [OPERATIONS.must, {
    "paging.deletecollection-at-version":
      "A deletecollection request accepts `resourceVersion` and `resourceVersionMatch`, and deletes the objects of that version.",
    "paging.deletecollection-selector":
      "A deletecollection request with a selector deletes only the objects that match it.",
  }, { harm: "data-loss" }],
] as const satisfies readonly RequirementGroup[];
