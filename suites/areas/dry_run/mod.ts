/**
 * The area `dry-run`: dry-run requests compared with real ones, and values of `dryRun`.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { CONSEQUENCES } from "./consequences.ts";
import { DRY_RUN_PARAMETERS } from "./parameters.ts";
import { DRY_DELETIONS } from "./deletions.ts";
import { NO_VALUE_CHECKS } from "./no_value.ts";
import { DRY_AND_REAL } from "./dry_and_real.ts";
import { requirements } from "./requirements.ts";

/** The area `dry-run`. */
export const dryRun: Area = defineArea({
  id: "dry-run",
  feature: "dry-run",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces([
    ...forAnyType(DRY_AND_REAL),
    ...forAnyType(DRY_DELETIONS),
    ...forAnyType(CONSEQUENCES),
    ...forAnyType(DRY_RUN_PARAMETERS),
    ...forAnyType(NO_VALUE_CHECKS),
  ]),
});
