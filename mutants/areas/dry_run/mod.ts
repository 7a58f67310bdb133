/**
 * Mutants of dry runs.
 *
 * @module
 */
import { answerMutants } from "./answers.ts";
import { writeMutants } from "./writes.ts";

export const dryRunMutants = [
  ...writeMutants,
  ...answerMutants,
];
