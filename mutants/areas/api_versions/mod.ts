/**
 * Mutants of API versions.
 *
 * @module
 */
import { conversionMutants } from "./conversions.ts";
import { discoveryMutants } from "./discovery.ts";
import { versionLifecycleMutants } from "./lifecycle.ts";

export const apiVersionsMutants = [
  ...discoveryMutants,
  ...versionLifecycleMutants,
  ...conversionMutants,
];
