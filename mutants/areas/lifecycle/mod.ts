/**
 * Faults of deletion.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { deletionFaults } from "./deletions.ts";
import { finalizerFaults } from "./finalizers.ts";
import { optionFaults } from "./options.ts";

/** The faults, file by file. */
export const lifecycleFaults: readonly Fault[] = [
  ...deletionFaults,
  ...finalizerFaults,
  ...optionFaults,
];
