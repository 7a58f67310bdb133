/**
 * Mutants of watches.
 *
 * @module
 */
import { eventMutants } from "./events.ts";
import { streamMutants } from "./streams.ts";
import { writeMutants } from "./writes.ts";

export const watchMutants = [
  ...eventMutants,
  ...streamMutants,
  ...writeMutants,
];
