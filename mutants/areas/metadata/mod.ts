/**
 * Mutants of metadata.
 *
 * @module
 */
import { metadataFieldMutants } from "./fields.ts";
import { nameMutants } from "./names.ts";

export const metadataMutants = [
  ...metadataFieldMutants,
  ...nameMutants,
];
