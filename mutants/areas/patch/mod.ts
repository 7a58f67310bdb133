/**
 * Faults of patches.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { mergeFaults } from "./merges.ts";
import { operationFaults } from "./operations.ts";
import { patchRefusalFaults } from "./refusals.ts";
import { strategicFaults } from "./strategic.ts";

/** The faults, file by file. */
export const patchFaults: readonly Fault[] = [
  ...mergeFaults,
  ...operationFaults,
  ...patchRefusalFaults,
  ...strategicFaults,
];
