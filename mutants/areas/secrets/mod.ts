/**
 * Mutants of Secrets.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { fieldMutants } from "./fields.ts";
import { limitMutants } from "./limits.ts";
import { writeMutants } from "./writes.ts";

export const secretsMutants: readonly Mutant[] = [
  ...writeMutants,
  ...fieldMutants,
  ...limitMutants,
];
