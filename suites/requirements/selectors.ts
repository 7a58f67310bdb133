/**
 * The requirements of the area `selectors`. The interface gives the parameters and not their
 * grammar: what they mean is what real servers agree on.
 *
 * @module
 */
import type { Requirement } from "./requirement.ts";

const OPERATIONS = "Operation templates";
const EVENTS = "Events";

const convention = (statement: string, chapter = OPERATIONS) =>
  ({ chapter, statement, level: "convention" }) as const;

/** Statements by id. */
export const selectors = {
  "selectors.equals": convention(
    "The label selector k=v picks what has the label with that value.",
  ),
  "selectors.double-equals": convention("The label selector k==v means the same as k=v."),
  "selectors.differs-or-absent": convention(
    "The label selector k!=v picks what has another value or lacks the label.",
  ),
  "selectors.one-of": convention("The label selector k in (v,w) picks what has one of the values."),
  "selectors.none-of-or-absent": convention(
    "The label selector k notin (v,w) picks what has none of the values or lacks the label.",
  ),
  "selectors.present": convention("The label selector k picks what has the label, with any value."),
  "selectors.absent": convention("The label selector !k picks what lacks the label."),
  "selectors.greater": convention(
    "The label selector k>n picks what has the label with a larger whole number.",
  ),
  "selectors.less": convention(
    "The label selector k<n picks what has the label with a smaller whole number.",
  ),
  "selectors.all-must-hold": convention(
    "Of several label requirements divided by commas all must hold.",
  ),
  "selectors.space-is-free": convention("Spaces around a label selector's parts mean nothing."),
  "selectors.empty-selects-all": convention("An empty label selector picks everything."),
  "selectors.field-equals": convention(
    "The field selector metadata.name=n, or with ==, picks the object of that name alone.",
  ),
  "selectors.field-differs": convention(
    "The field selector metadata.name!=n picks everything but the object of that name.",
  ),
  "selectors.field-namespace": convention(
    "The field selector on metadata.namespace picks by the namespace.",
  ),
  "selectors.secret-type": convention("The field selector on type picks secrets by their type."),
  "selectors.fields-all-must-hold": convention(
    "Of several field requirements divided by commas all must hold.",
  ),
  "selectors.labels-and-fields": convention(
    "What is picked with both a label and a field selector satisfies both.",
  ),
  "selectors.malformed-label-refused": convention(
    "A label selector that breaks the grammar is refused with a Status of the 400s.",
  ),
  "selectors.invalid-key-or-value-refused": convention(
    "A label selector with a key or value no label may have is refused with a Status of the 400s.",
  ),
  "selectors.malformed-field-refused": convention(
    "A field selector that breaks the grammar is refused with a Status of the 400s.",
  ),
  "selectors.unknown-field-refused": convention(
    "A field selector on a field that cannot be selected by is refused with a Status of the 400s.",
  ),
  "selectors.watch-malformed-refused": convention(
    "A watch with a malformed selector is refused with a Status of the 400s instead of opened.",
    EVENTS,
  ),
  "selectors.deletion-malformed-refused": convention(
    "A deletion of a collection with a malformed selector is refused and deletes nothing.",
  ),
  "selectors.watch-follows-view": convention(
    "A watch with a selector tells what enters its view, changes in it and leaves it, no more.",
    EVENTS,
  ),
  "selectors.deletion-picks-as-lists-do": convention(
    "A deletion of a collection deletes exactly what a list with the same selectors shows.",
  ),
} as const satisfies Record<string, Requirement>;
