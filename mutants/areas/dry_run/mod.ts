/**
 * Mutants of dry runs.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { answerMutants } from "./answers.ts";
import { writeMutants } from "./writes.ts";

export const dryRunMutants: readonly Mutant[] = [
  ...writeMutants,
  ...answerMutants,
];
