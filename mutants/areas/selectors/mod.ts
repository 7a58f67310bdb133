/**
 * Mutants of selectors.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { labelMutants } from "./labels.ts";
import { malformedSelectorMutants } from "./malformed.ts";
import { oneTypeMutants } from "./one_type.ts";
import { useMutants } from "./uses.ts";

export const selectorsMutants: readonly Mutant[] = [
  ...labelMutants,
  ...useMutants,
  ...oneTypeMutants,
  ...malformedSelectorMutants,
];
