/**
 * Mutants of error responses and of authentication.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { authenticationMutants } from "./authentication.ts";
import { errorResponseMutants } from "./error_responses.ts";

export const errorsMutants: readonly Mutant[] = [
  ...errorResponseMutants,
  ...authenticationMutants,
];
