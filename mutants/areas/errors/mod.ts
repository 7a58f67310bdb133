/**
 * Faults of refusals and of credentials.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { credentialMutants } from "./credentials.ts";
import { refusalMutants } from "./refusals.ts";

/** The faults, file by file. */
export const errorsMutants: readonly Mutant[] = [
  ...refusalMutants,
  ...credentialMutants,
];
