/**
 * Mutants of what every exchange must obey.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { responseMutants } from "./responses.ts";
import { sequenceMutants } from "./sequences.ts";
import { shapeMutants } from "./shapes.ts";

/** The mutants. */
export const exchangesMutants: readonly Mutant[] = [
  ...responseMutants,
  ...sequenceMutants,
  ...shapeMutants,
];
