/**
 * Mutants of reviews.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { decisionMutants } from "./decisions.ts";
import { ruleMutants } from "./rules.ts";

export const reviewsMutants: readonly Mutant[] = [
  ...decisionMutants,
  ...ruleMutants,
];
