/**
 * Mutants of selectors.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { labelMutants } from "./labels.ts";
import { malformedSelectorMutants } from "./malformed.ts";
import { useMutants } from "./uses.ts";

export const selectorsMutants: readonly Mutant[] = [
  ...labelMutants,
  ...useMutants,
  ...malformedSelectorMutants,
];
