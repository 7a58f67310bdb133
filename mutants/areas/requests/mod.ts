/**
 * Mutants of single combinations of verb, type, state and parameters.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { acceptedMutants } from "./accepted.ts";
import { collectionMutants } from "./collections.ts";
import { refusedMutants } from "./refused.ts";

/** The mutants of this area. */
export const requestsMutants: readonly Mutant[] = [
  ...acceptedMutants,
  ...refusedMutants,
  ...collectionMutants,
];
