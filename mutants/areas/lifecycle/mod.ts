/**
 * Mutants of deletion.
 *
 * @module
 */
import { deletionMutants } from "./deletions.ts";
import { finalizerMutants } from "./finalizers.ts";
import { namespaceMutants } from "./namespaces.ts";
import { oneTypeMutants } from "./one_type.ts";
import { optionMutants } from "./options.ts";

export const lifecycleMutants = [
  ...deletionMutants,
  ...finalizerMutants,
  ...optionMutants,
  ...namespaceMutants,
  ...oneTypeMutants,
];
