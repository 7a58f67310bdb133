/**
 * Mutants of watches.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { burstMutants } from "./bursts.ts";
import { eventMutants } from "./events.ts";
import { startMutants } from "./starts.ts";
import { streamMutants } from "./streams.ts";

export const watchMutants: readonly Mutant[] = [
  ...eventMutants,
  ...burstMutants,
  ...streamMutants,
  ...startMutants,
];
