/**
 * Mutants of selectors.
 *
 * @module
 */
import { labelMutants } from "./labels.ts";
import { malformedSelectorMutants } from "./malformed.ts";
import { selectorOneTypeMutants } from "./one_type.ts";
import { unlabelledMutants } from "./unlabelled.ts";
import { useMutants } from "./uses.ts";

export const selectorsMutants = [
  ...labelMutants,
  ...useMutants,
  ...selectorOneTypeMutants,
  ...malformedSelectorMutants,
  ...unlabelledMutants,
];
