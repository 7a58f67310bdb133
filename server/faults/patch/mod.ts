/**
 * Faults of patches.
 *
 * @module
 */
import type { Fault } from "../fault.ts";
import { mergeFaults } from "./merges.ts";
import { operationFaults } from "./operations.ts";

/** The faults, file by file. */
export const patchFaults: readonly Fault[] = [
  ...mergeFaults,
  ...operationFaults,
];
