/**
 * Faults of watches.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { burstFaults } from "./bursts.ts";
import { eventFaults } from "./events.ts";
import { startFaults } from "./starts.ts";
import { streamFaults } from "./streams.ts";

/** The faults, file by file. */
export const watchFaults: readonly Fault[] = [
  ...eventFaults,
  ...burstFaults,
  ...streamFaults,
  ...startFaults,
];
