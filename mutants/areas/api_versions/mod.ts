/**
 * Mutants of API versions.
 *
 * @module
 */
import { conversionMutants } from "./conversions.ts";
import { discoveryMutants } from "./discovery.ts";
import { lifecycleMutants } from "./lifecycle.ts";

export const apiVersionsMutants = [
  ...discoveryMutants,
  ...lifecycleMutants,
  ...conversionMutants,
];
