/**
 * The requirements of the area `selectors`. The specification names the parameters but not their
 * grammar; these requirements are what real servers agree on.
 *
 * @module
 */
import { EVENTS, OPERATIONS } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [OPERATIONS.must, {
    "selectors.equals":
      "The label selector `k=v` selects objects whose label `k` has the value `v`.",
    "selectors.double-equals": "The label selector `k==v` means the same as `k=v`.",
    "selectors.differs-or-absent":
      "The label selector `k!=v` selects objects whose label `k` has another value or is absent.",
    "selectors.one-of":
      "The label selector `k in (v,w)` selects objects whose label `k` has one of the values.",
    "selectors.none-of-or-absent":
      "The label selector `k notin (v,w)` selects objects whose label `k` has none of the values or is absent.",
    "selectors.present":
      "The label selector `k` selects objects that have the label `k`, with any value.",
    "selectors.absent": "The label selector `!k` selects objects that do not have the label `k`.",
    "selectors.changed-labels":
      "A label selector selects by the labels that an object has now, whatever form of a write changed or removed them.",
    "selectors.unlabelled-objects":
      "An object without any label is selected like one that lacks the label of a selector, in lists and watches.",
  }, { harm: "data-loss" }],
  [OPERATIONS.convention, {
    "selectors.greater":
      "The label selector `k>n` selects objects whose label `k` is an integer greater than `n`.",
    "selectors.less":
      "The label selector `k<n` selects objects whose label `k` is an integer less than `n`.",
  }, { harm: "data-loss" }],
  [OPERATIONS.must, {
    "selectors.all-must-match":
      "If a label selector has several requirements, separated by commas, an object must match all of them.",
  }, { harm: "data-loss" }],
  [OPERATIONS.convention, {
    "selectors.whitespace-is-ignored":
      "Whitespace around the parts of a label selector is ignored.",
    "selectors.empty-selects-all": "An empty label selector selects all objects.",
  }],
  [OPERATIONS.must, {
    "selectors.field-equals":
      "The field selector `metadata.name=n`, or with `==`, selects only the object with that name.",
    "selectors.field-differs":
      "The field selector `metadata.name!=n` selects all objects except the one with that name.",
    "selectors.field-namespace":
      "A field selector on `metadata.namespace` selects objects by their namespace.",
  }, { harm: "data-loss" }],
  [OPERATIONS.convention, {
    "selectors.secret-type": "A field selector on `type` selects secrets by their type.",
  }, { harm: "data-loss" }],
  [OPERATIONS.must, {
    "selectors.fields-all-must-match":
      "If a field selector has several requirements, separated by commas, an object must match all of them.",
    "selectors.labels-and-fields":
      "With both a label and a field selector, only objects that match both are selected.",
  }, { harm: "data-loss" }],
  [OPERATIONS.convention, {
    "selectors.malformed-label-rejected":
      "A syntactically invalid label selector is rejected with a 4xx Status.",
    "selectors.invalid-key-or-value-rejected":
      "A label selector with an invalid label key or value is rejected with a 4xx Status.",
    "selectors.malformed-field-rejected":
      "A syntactically invalid field selector is rejected with a 4xx Status.",
  }],
  [OPERATIONS.convention, {
    "selectors.unknown-field-rejected":
      "A field selector on a field that does not support selection is rejected with a 4xx Status.",
  }, { harm: "data-loss" }],
  [EVENTS.convention, {
    "selectors.watch-malformed-rejected":
      "A watch with a malformed selector is rejected with a 4xx Status instead of starting a stream.",
  }],
  [OPERATIONS.convention, {
    "selectors.deletion-malformed-rejected":
      "A deletecollection request with a malformed selector is rejected and deletes nothing.",
  }, { harm: "data-loss" }],
  [EVENTS.must, {
    "selectors.watch-selects":
      "A watch with label and field selectors sends `ADDED` as an object begins to match them and `MODIFIED` as a matching object changes, and neither of other objects.",
  }, { harm: "data-loss" }],
  [EVENTS.convention, {
    "selectors.watch-follows-selector":
      "A watch with a selector sends `ADDED`, `MODIFIED` and `DELETED` as objects begin to match it, change and cease to match, and nothing else.",
  }, { harm: "data-loss" }],
  [OPERATIONS.must, {
    "selectors.deletion-selects-like-list":
      "A deletecollection request deletes exactly the objects that a list with the same selectors shows.",
  }, { harm: "data-loss" }],
] as const satisfies readonly RequirementGroup[];
