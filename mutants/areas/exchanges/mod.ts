/**
 * Mutants of what every exchange must obey.
 *
 * @module
 */
import { metadataFormMutants } from "./forms.ts";
import { responseMutants } from "./responses.ts";
import { sequenceMutants } from "./sequences.ts";
import { shapeMutants } from "./shapes.ts";
import { unnamedFieldMutants } from "./unnamed.ts";

/** The mutants. */
export const exchangesMutants = [
  ...responseMutants,
  ...sequenceMutants,
  ...shapeMutants,
  ...metadataFormMutants,
  ...unnamedFieldMutants,
];
