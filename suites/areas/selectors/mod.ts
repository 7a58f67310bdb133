/**
 * The area `selectors`: which objects label and field selectors select, and which selectors are rejected.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, withAllCases } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { FIELD_SELECTORS } from "./field_selectors.ts";
import { LABEL_SELECTORS } from "./label_selectors.ts";
import { LONE_LABELS } from "./lone_labels.ts";
import { MALFORMED_SELECTORS } from "./malformed_selectors.ts";
import { SPELLINGS } from "./spellings.ts";
import { UNLABELLED } from "./unlabelled.ts";
import { SELECTOR_WATCHES } from "./watches.ts";
import { requirements } from "./requirements.ts";

/** The area `selectors`. */
export const selectors: Area = defineArea({
  id: "selectors",
  requirements: requirementsById(requirements),
  checks: withAllCases(forAnyType([
    ...LABEL_SELECTORS,
    ...SPELLINGS,
    ...FIELD_SELECTORS,
    ...MALFORMED_SELECTORS,
    ...SELECTOR_WATCHES,
    ...UNLABELLED,
    ...LONE_LABELS,
  ])),
});
