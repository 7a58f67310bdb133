/**
 * Faults of secrets.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { fieldMutants } from "./fields.ts";
import { limitMutants } from "./limits.ts";
import { writeMutants } from "./writes.ts";

/** The faults, file by file. */
export const secretsMutants: readonly Mutant[] = [
  ...writeMutants,
  ...fieldMutants,
  ...limitMutants,
];
