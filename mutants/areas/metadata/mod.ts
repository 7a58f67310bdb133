/**
 * Mutants of metadata.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { fieldMutants } from "./fields.ts";
import { nameMutants } from "./names.ts";

export const metadataMutants: readonly Mutant[] = [
  ...fieldMutants,
  ...nameMutants,
];
