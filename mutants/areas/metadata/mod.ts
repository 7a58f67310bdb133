/**
 * Mutants of metadata.
 *
 * @module
 */
import { fieldMutants } from "./fields.ts";
import { nameMutants } from "./names.ts";

export const metadataMutants = [
  ...fieldMutants,
  ...nameMutants,
];
