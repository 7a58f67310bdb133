/**
 * The requirements of the area `selectors`. The interface gives the parameters and not their
 * grammar: what they mean is what real servers agree on.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const OPERATIONS = "Operation templates";
const EVENTS = "Events";

/** Statements by id. */
export const selectors = {
  "selectors.equals": {
    chapter: OPERATIONS,
    statement: "The label selector k=v picks what has the label with that value.",
    level: "convention",
  },
  "selectors.double-equals": {
    chapter: OPERATIONS,
    statement: "The label selector k==v means the same as k=v.",
    level: "convention",
  },
  "selectors.differs-or-absent": {
    chapter: OPERATIONS,
    statement: "The label selector k!=v picks what has another value or lacks the label.",
    level: "convention",
  },
  "selectors.one-of": {
    chapter: OPERATIONS,
    statement: "The label selector k in (v,w) picks what has one of the values.",
    level: "convention",
  },
  "selectors.none-of-or-absent": {
    chapter: OPERATIONS,
    statement:
      "The label selector k notin (v,w) picks what has none of the values or lacks the label.",
    level: "convention",
  },
  "selectors.present": {
    chapter: OPERATIONS,
    statement: "The label selector k picks what has the label, with any value.",
    level: "convention",
  },
  "selectors.absent": {
    chapter: OPERATIONS,
    statement: "The label selector !k picks what lacks the label.",
    level: "convention",
  },
  "selectors.greater": {
    chapter: OPERATIONS,
    statement: "The label selector k>n picks what has the label with a larger whole number.",
    level: "convention",
  },
  "selectors.less": {
    chapter: OPERATIONS,
    statement: "The label selector k<n picks what has the label with a smaller whole number.",
    level: "convention",
  },
  "selectors.all-must-hold": {
    chapter: OPERATIONS,
    statement: "Of several label requirements divided by commas all must hold.",
    level: "convention",
  },
  "selectors.space-is-free": {
    chapter: OPERATIONS,
    statement: "Spaces around a label selector's parts mean nothing.",
    level: "convention",
  },
  "selectors.empty-selects-all": {
    chapter: OPERATIONS,
    statement: "An empty label selector picks everything.",
    level: "convention",
  },
  "selectors.field-equals": {
    chapter: OPERATIONS,
    statement:
      "The field selector metadata.name=n, or with ==, picks the object of that name alone.",
    level: "convention",
  },
  "selectors.field-differs": {
    chapter: OPERATIONS,
    statement: "The field selector metadata.name!=n picks everything but the object of that name.",
    level: "convention",
  },
  "selectors.field-namespace": {
    chapter: OPERATIONS,
    statement: "The field selector on metadata.namespace picks by the namespace.",
    level: "convention",
  },
  "selectors.secret-type": {
    chapter: OPERATIONS,
    statement: "The field selector on type picks secrets by their type.",
    level: "convention",
  },
  "selectors.fields-all-must-hold": {
    chapter: OPERATIONS,
    statement: "Of several field requirements divided by commas all must hold.",
    level: "convention",
  },
  "selectors.labels-and-fields": {
    chapter: OPERATIONS,
    statement: "What is picked with both a label and a field selector satisfies both.",
    level: "convention",
  },
  "selectors.malformed-label-refused": {
    chapter: OPERATIONS,
    statement: "A label selector that breaks the grammar is refused with a Status of the 400s.",
    level: "convention",
  },
  "selectors.invalid-key-or-value-refused": {
    chapter: OPERATIONS,
    statement:
      "A label selector with a key or value no label may have is refused with a Status of the 400s.",
    level: "convention",
  },
  "selectors.malformed-field-refused": {
    chapter: OPERATIONS,
    statement: "A field selector that breaks the grammar is refused with a Status of the 400s.",
    level: "convention",
  },
  "selectors.unknown-field-refused": {
    chapter: OPERATIONS,
    statement:
      "A field selector on a field that cannot be selected by is refused with a Status of the 400s.",
    level: "convention",
  },
  "selectors.watch-malformed-refused": {
    chapter: EVENTS,
    statement:
      "A watch with a malformed selector is refused with a Status of the 400s instead of opened.",
    level: "convention",
  },
  "selectors.deletion-malformed-refused": {
    chapter: OPERATIONS,
    statement:
      "A deletion of a collection with a malformed selector is refused and deletes nothing.",
    level: "convention",
  },
  "selectors.watch-follows-view": {
    chapter: EVENTS,
    statement:
      "A watch with a selector tells what enters its view, changes in it and leaves it, no more.",
    level: "convention",
  },
  "selectors.deletion-picks-as-lists-do": {
    chapter: OPERATIONS,
    statement:
      "A deletion of a collection deletes exactly what a list with the same selectors shows.",
    level: "convention",
  },
} as const satisfies Record<string, Requirement>;
