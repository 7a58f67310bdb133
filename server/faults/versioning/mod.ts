/**
 * Faults of versions of resources.
 *
 * @module
 */
import type { Fault } from "../fault.ts";
import { conversionFaults } from "./conversions.ts";
import { servedFaults } from "./served.ts";

/** The faults, file by file. */
export const versioningFaults: readonly Fault[] = [
  ...servedFaults,
  ...conversionFaults,
];
