/**
 * Mutants of single combinations of verb, type, state and parameters.
 *
 * @module
 */
import { acceptedMutants } from "./accepted.ts";
import { collectionMutants } from "./collections.ts";
import { refusedMutants } from "./refused.ts";

/** The mutants of this area. */
export const requestsMutants = [
  ...acceptedMutants,
  ...refusedMutants,
  ...collectionMutants,
];
