/**
 * Mutants of Secrets.
 *
 * @module
 */
import { secretFieldMutants } from "./fields.ts";
import { limitMutants } from "./limits.ts";
import { secretWriteMutants } from "./writes.ts";

export const secretsMutants = [
  ...secretWriteMutants,
  ...secretFieldMutants,
  ...limitMutants,
];
