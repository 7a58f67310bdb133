/**
 * Mutants of error responses and of authentication.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { credentialMutants } from "./credentials.ts";
import { refusalMutants } from "./refusals.ts";

export const errorsMutants: readonly Mutant[] = [
  ...refusalMutants,
  ...credentialMutants,
];
