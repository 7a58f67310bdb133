/**
 * Mutants of deletion.
 *
 * @module
 */
import { deletionMutants } from "./deletions.ts";
import { finalizerMutants } from "./finalizers.ts";
import { namespaceMutants } from "./namespaces.ts";
import { lifecycleOneTypeMutants } from "./one_type.ts";
import { optionMutants } from "./options.ts";

export const lifecycleMutants = [
  ...deletionMutants,
  ...finalizerMutants,
  ...optionMutants,
  ...namespaceMutants,
  ...lifecycleOneTypeMutants,
];
