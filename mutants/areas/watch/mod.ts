/**
 * Mutants of watches.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { eventMutants } from "./events.ts";
import { streamMutants } from "./streams.ts";

export const watchMutants: readonly Mutant[] = [
  ...eventMutants,
  ...streamMutants,
];
