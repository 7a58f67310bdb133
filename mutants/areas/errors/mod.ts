/**
 * Mutants of error responses and of authentication.
 *
 * @module
 */
import { authenticationMutants } from "./authentication.ts";
import { errorResponseMutants } from "./error_responses.ts";

export const errorsMutants = [
  ...errorResponseMutants,
  ...authenticationMutants,
];
