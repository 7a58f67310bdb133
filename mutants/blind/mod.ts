/**
 * Faults by somebody who had read the interface and no check: `matrix/README.md` tells what became of
 * them.
 *
 * @module
 */
import type { Mutant } from "../mutant.ts";
import { blindObjectMutants } from "./objects.ts";
import { blindRequestMutants } from "./requests.ts";

/** The faults, file by file. */
export const blindMutants: readonly Mutant[] = [
  ...blindObjectMutants,
  ...blindRequestMutants,
];
