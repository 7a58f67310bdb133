/**
 * Faults of versions of resources.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { conversionFaults } from "./conversions.ts";
import { deprecationFaults } from "./deprecation.ts";
import { discoveryFaults } from "./discovery.ts";
import { scheduleFaults } from "./schedule.ts";

/** The faults, file by file. */
export const versioningFaults: readonly Fault[] = [
  ...discoveryFaults,
  ...scheduleFaults,
  ...deprecationFaults,
  ...conversionFaults,
];
