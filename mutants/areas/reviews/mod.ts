/**
 * Faults of access reviews.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { decisionMutants } from "./decisions.ts";
import { ruleMutants } from "./rules.ts";

/** The faults, file by file. */
export const reviewsMutants: readonly Mutant[] = [
  ...decisionMutants,
  ...ruleMutants,
];
