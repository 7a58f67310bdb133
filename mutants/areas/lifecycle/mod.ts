/**
 * Mutants of deletion.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { deletionMutants } from "./deletions.ts";
import { finalizerMutants } from "./finalizers.ts";
import { namespaceMutants } from "./namespaces.ts";
import { oneTypeMutants } from "./one_type.ts";
import { optionMutants } from "./options.ts";

export const lifecycleMutants: readonly Mutant[] = [
  ...deletionMutants,
  ...finalizerMutants,
  ...optionMutants,
  ...namespaceMutants,
  ...oneTypeMutants,
];
