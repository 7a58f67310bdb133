/**
 * Faults of writers and readers that meet.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { lifeMutants } from "./lives.ts";
import { writerMutants } from "./writers.ts";

/** The faults, file by file. */
export const concurrencyMutants: readonly Mutant[] = [
  ...writerMutants,
  ...lifeMutants,
];
