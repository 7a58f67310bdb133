/**
 * The area `patch`: JSON patch, merge patch and strategic merge patch.
 *
 * @module
 */
import type { Check } from "./check.ts";
import { CONDITIONS } from "./patch/conditions.ts";
import { JSON_PATCHES } from "./patch/json_patches.ts";
import { MERGE_PATCHES } from "./patch/merge_patches.ts";
import { PATCH_REFUSALS } from "./patch/refusals.ts";
import { STRATEGIC_MERGES } from "./patch/strategic_merges.ts";

/** The checks of the area. */
export const patchChecks: readonly Check[] = [
  ...MERGE_PATCHES,
  ...JSON_PATCHES,
  ...PATCH_REFUSALS,
  ...STRATEGIC_MERGES,
  ...CONDITIONS,
];
