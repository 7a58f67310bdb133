/**
 * The requirements of the area `selectors`. The specification names the parameters but not their
 * grammar; these requirements are what real servers agree on.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const OPERATIONS = "Operation templates";
const EVENTS = "Events";

/** The requirements by id. */
export const requirements = {
  "selectors.equals": {
    chapter: OPERATIONS,
    statement: "The label selector `k=v` selects objects whose label `k` has the value `v`.",
    level: "must",
  },
  "selectors.double-equals": {
    chapter: OPERATIONS,
    statement: "The label selector `k==v` means the same as `k=v`.",
    level: "must",
  },
  "selectors.differs-or-absent": {
    chapter: OPERATIONS,
    statement:
      "The label selector `k!=v` selects objects whose label `k` has another value or is absent.",
    level: "must",
  },
  "selectors.one-of": {
    chapter: OPERATIONS,
    statement:
      "The label selector `k in (v,w)` selects objects whose label `k` has one of the values.",
    level: "must",
  },
  "selectors.none-of-or-absent": {
    chapter: OPERATIONS,
    statement:
      "The label selector `k notin (v,w)` selects objects whose label `k` has none of the values or is absent.",
    level: "must",
  },
  "selectors.present": {
    chapter: OPERATIONS,
    statement: "The label selector `k` selects objects that have the label `k`, with any value.",
    level: "must",
  },
  "selectors.absent": {
    chapter: OPERATIONS,
    statement: "The label selector `!k` selects objects that do not have the label `k`.",
    level: "must",
  },
  "selectors.greater": {
    chapter: OPERATIONS,
    statement:
      "The label selector `k>n` selects objects whose label `k` is an integer greater than `n`.",
    level: "convention",
  },
  "selectors.less": {
    chapter: OPERATIONS,
    statement:
      "The label selector `k<n` selects objects whose label `k` is an integer less than `n`.",
    level: "convention",
  },
  "selectors.all-must-match": {
    chapter: OPERATIONS,
    statement:
      "If a label selector has several requirements, separated by commas, an object must match all of them.",
    level: "must",
  },
  "selectors.whitespace-is-ignored": {
    chapter: OPERATIONS,
    statement: "Whitespace around the parts of a label selector is ignored.",
    level: "convention",
  },
  "selectors.empty-selects-all": {
    chapter: OPERATIONS,
    statement: "An empty label selector selects all objects.",
    level: "convention",
  },
  "selectors.field-equals": {
    chapter: OPERATIONS,
    statement:
      "The field selector `metadata.name=n`, or with `==`, selects only the object with that name.",
    level: "must",
  },
  "selectors.field-differs": {
    chapter: OPERATIONS,
    statement:
      "The field selector `metadata.name!=n` selects all objects except the one with that name.",
    level: "must",
  },
  "selectors.field-namespace": {
    chapter: OPERATIONS,
    statement: "A field selector on `metadata.namespace` selects objects by their namespace.",
    level: "must",
  },
  "selectors.secret-type": {
    chapter: OPERATIONS,
    statement: "A field selector on `type` selects secrets by their type.",
    level: "convention",
  },
  "selectors.fields-all-must-match": {
    chapter: OPERATIONS,
    statement:
      "If a field selector has several requirements, separated by commas, an object must match all of them.",
    level: "must",
  },
  "selectors.labels-and-fields": {
    chapter: OPERATIONS,
    statement: "With both a label and a field selector, only objects that match both are selected.",
    level: "must",
  },
  "selectors.malformed-label-rejected": {
    chapter: OPERATIONS,
    statement: "A syntactically invalid label selector is rejected with a 4xx Status.",
    level: "convention",
  },
  "selectors.invalid-key-or-value-rejected": {
    chapter: OPERATIONS,
    statement: "A label selector with an invalid label key or value is rejected with a 4xx Status.",
    level: "convention",
  },
  "selectors.malformed-field-rejected": {
    chapter: OPERATIONS,
    statement: "A syntactically invalid field selector is rejected with a 4xx Status.",
    level: "convention",
  },
  "selectors.unknown-field-rejected": {
    chapter: OPERATIONS,
    statement:
      "A field selector on a field that does not support selection is rejected with a 4xx Status.",
    level: "convention",
  },
  "selectors.watch-malformed-rejected": {
    chapter: EVENTS,
    statement:
      "A watch with a malformed selector is rejected with a 4xx Status instead of starting a stream.",
    level: "convention",
  },
  "selectors.deletion-malformed-rejected": {
    chapter: OPERATIONS,
    statement:
      "A deletecollection request with a malformed selector is rejected and deletes nothing.",
    level: "convention",
  },
  "selectors.watch-selects": {
    chapter: EVENTS,
    statement:
      "A watch with label and field selectors sends `ADDED` as an object begins to match them and `MODIFIED` as a matching object changes, and neither of other objects.",
    level: "must",
  },
  "selectors.watch-follows-selector": {
    chapter: EVENTS,
    statement:
      "A watch with a selector sends `ADDED`, `MODIFIED` and `DELETED` as objects begin to match it, change and cease to match, and nothing else.",
    level: "convention",
  },
  "selectors.deletion-selects-like-list": {
    chapter: OPERATIONS,
    statement:
      "A deletecollection request deletes exactly the objects that a list with the same selectors shows.",
    level: "must",
  },
} as const satisfies Record<string, Requirement>;
