/**
 * Mutants of watches.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { eventMutants } from "./events.ts";
import { streamMutants } from "./streams.ts";
import { writeMutants } from "./writes.ts";

export const watchMutants: readonly Mutant[] = [
  ...eventMutants,
  ...streamMutants,
  ...writeMutants,
];
