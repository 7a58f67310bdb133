/**
 * Mutants of server-side apply.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { objectMutants } from "./objects.ts";
import { recordMutants } from "./records.ts";
import { applyRefusalMutants } from "./refusals.ts";

export const applyMutants: readonly Mutant[] = [
  ...objectMutants,
  ...recordMutants,
  ...applyRefusalMutants,
];
