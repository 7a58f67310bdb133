/**
 * Mutants of API versions.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { conversionMutants } from "./conversions.ts";
import { deprecationMutants } from "./deprecation.ts";
import { discoveryMutants } from "./discovery.ts";
import { scheduleMutants } from "./schedule.ts";

export const apiVersionsMutants: readonly Mutant[] = [
  ...discoveryMutants,
  ...scheduleMutants,
  ...deprecationMutants,
  ...conversionMutants,
];
