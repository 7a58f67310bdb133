/**
 * The checks of the area `field-validation`.
 *
 * @module
 */
import type { Check } from "./check.ts";
import { FIELDS } from "./field_validation/fields.ts";
import { REQUIRED_FIELDS } from "./field_validation/required.ts";
import { TYPES } from "./field_validation/types.ts";

/** All checks of the area. */
export const fieldValidationChecks: readonly Check[] = [...FIELDS, ...TYPES, ...REQUIRED_FIELDS];
