/**
 * Faults of deletion.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { deletionMutants } from "./deletions.ts";
import { finalizerMutants } from "./finalizers.ts";
import { optionMutants } from "./options.ts";

/** The faults, file by file. */
export const lifecycleMutants: readonly Mutant[] = [
  ...deletionMutants,
  ...finalizerMutants,
  ...optionMutants,
];
