/**
 * The area `selectors`: what label and field selectors pick, and which are refused.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { FIELD_SELECTORS } from "./fields.ts";
import { LABEL_SELECTORS } from "./labels.ts";
import { SELECTOR_REFUSALS } from "./refusals.ts";
import { SELECTOR_WATCHES } from "./watches.ts";

/** The checks of the area. */
export const selectorsChecks: readonly Check[] = [
  ...LABEL_SELECTORS,
  ...FIELD_SELECTORS,
  ...SELECTOR_REFUSALS,
  ...SELECTOR_WATCHES,
];
