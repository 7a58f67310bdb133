/**
 * Mutants of concurrent requests.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { lifeMutants } from "./lives.ts";
import { writerMutants } from "./writers.ts";

export const concurrencyMutants: readonly Mutant[] = [
  ...writerMutants,
  ...lifeMutants,
];
