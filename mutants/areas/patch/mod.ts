/**
 * Mutants of patches.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { mergeMutants } from "./merges.ts";
import { operationMutants } from "./operations.ts";
import { patchRefusalMutants } from "./refusals.ts";
import { strategicMutants } from "./strategic.ts";

export const patchMutants: readonly Mutant[] = [
  ...mergeMutants,
  ...operationMutants,
  ...patchRefusalMutants,
  ...strategicMutants,
];
