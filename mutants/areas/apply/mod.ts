/**
 * Mutants of server-side apply.
 *
 * @module
 */
import { objectMutants } from "./objects.ts";
import { applyOneTypeMutants } from "./one_type.ts";
import { ownershipMutants } from "./ownership.ts";

export const applyMutants = [
  ...objectMutants,
  ...ownershipMutants,
  ...applyOneTypeMutants,
];
