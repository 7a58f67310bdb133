/**
 * Mutants of server-side apply.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { objectMutants } from "./objects.ts";
import { oneTypeMutants } from "./one_type.ts";
import { ownershipMutants } from "./ownership.ts";

export const applyMutants: readonly Mutant[] = [
  ...objectMutants,
  ...ownershipMutants,
  ...oneTypeMutants,
];
