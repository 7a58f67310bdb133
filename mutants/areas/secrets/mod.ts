/**
 * Mutants of Secrets.
 *
 * @module
 */
import { fieldMutants } from "./fields.ts";
import { limitMutants } from "./limits.ts";
import { writeMutants } from "./writes.ts";

export const secretsMutants = [
  ...writeMutants,
  ...fieldMutants,
  ...limitMutants,
];
