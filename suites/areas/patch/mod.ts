/**
 * The area `patch`: JSON patch, merge patch and strategic merge patch.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { CONDITIONS } from "./conditions.ts";
import { JSON_PATCHES } from "./json_patches.ts";
import { MERGE_PATCHES } from "./merge_patches.ts";
import { PATCH_REFUSALS } from "./refusals.ts";
import { STRATEGIC_MERGES } from "./strategic_merges.ts";

/** The checks of the area. */
export const patchChecks: readonly Check[] = [
  ...MERGE_PATCHES,
  ...JSON_PATCHES,
  ...PATCH_REFUSALS,
  ...STRATEGIC_MERGES,
  ...CONDITIONS,
];
