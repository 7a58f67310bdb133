/**
 * The checks of the area `field-validation`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { UNKNOWN_AND_DUPLICATE_FIELDS } from "./unknown_and_duplicate_fields.ts";
import { REQUIRED_FIELDS } from "./required_fields.ts";
import { VALUE_TYPES } from "./value_types.ts";

/** All checks of the area. */
export const fieldValidationChecks: readonly Check[] = [
  ...UNKNOWN_AND_DUPLICATE_FIELDS,
  ...VALUE_TYPES,
  ...REQUIRED_FIELDS,
];
