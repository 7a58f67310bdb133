/**
 * Mutants of API versions.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { conversionMutants } from "./conversions.ts";
import { discoveryMutants } from "./discovery.ts";
import { lifecycleMutants } from "./lifecycle.ts";

export const apiVersionsMutants: readonly Mutant[] = [
  ...discoveryMutants,
  ...lifecycleMutants,
  ...conversionMutants,
];
