/**
 * The checks of the area `field-validation`.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, forNoType, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { UNKNOWN_AND_DUPLICATE_FIELDS } from "./unknown_and_duplicate_fields.ts";
import { DROPPED_FIELDS } from "./dropped_fields.ts";
import { INNER_DUPLICATES } from "./inner_duplicates.ts";
import { NEAR_MISSES } from "./near_misses.ts";
import { REVIEW_FIELDS } from "./reviews.ts";
import { EMPTY_REQUIRED_FIELDS, REQUIRED_FIELDS } from "./required_fields.ts";
import { VALUE_TYPES } from "./value_types.ts";
import { requirements } from "./requirements.ts";

/** The area `field-validation`. */
export const fieldValidation: Area = defineArea({
  id: "field-validation",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces([
    ...forAnyType(UNKNOWN_AND_DUPLICATE_FIELDS),
    ...forAnyType(DROPPED_FIELDS),
    ...forAnyType(INNER_DUPLICATES),
    ...forAnyType(NEAR_MISSES),
    ...forNoType(REVIEW_FIELDS),
    ...forAnyType(VALUE_TYPES),
    ...REQUIRED_FIELDS,
    ...EMPTY_REQUIRED_FIELDS,
  ]),
});
