/**
 * Mutants written from the specification alone, without knowledge of the checks. The results are in
 * `matrix/README.md`.
 *
 * @module
 */
import type { Mutant } from "../mutant.ts";
import { blindObjectMutants } from "./objects.ts";
import { blindRequestMutants } from "./requests.ts";

export const blindMutants: readonly Mutant[] = [
  ...blindObjectMutants,
  ...blindRequestMutants,
];
