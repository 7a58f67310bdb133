/**
 * Mutants of patches.
 *
 * @module
 */
import { jsonPatchMutants } from "./json_patch.ts";
import { malformedJsonPatchMutants } from "./malformed_json_patch.ts";
import { mergePatchMutants } from "./merge_patch.ts";
import { patchOneTypeMutants } from "./one_type.ts";
import { strategicMergePatchMutants } from "./strategic_merge_patch.ts";

export const patchMutants = [
  ...mergePatchMutants,
  ...strategicMergePatchMutants,
  ...jsonPatchMutants,
  ...malformedJsonPatchMutants,
  ...patchOneTypeMutants,
];
