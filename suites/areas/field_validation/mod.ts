/**
 * The checks of the area `field-validation`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { FIELDS } from "./fields.ts";
import { REQUIRED_FIELDS } from "./required.ts";
import { TYPES } from "./types.ts";

/** All checks of the area. */
export const fieldValidationChecks: readonly Check[] = [...FIELDS, ...TYPES, ...REQUIRED_FIELDS];
