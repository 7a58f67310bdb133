/**
 * Mutants of dry runs.
 *
 * @module
 */
import { answerMutants } from "./answers.ts";
import { dryRunWriteMutants } from "./writes.ts";

export const dryRunMutants = [
  ...dryRunWriteMutants,
  ...answerMutants,
];
