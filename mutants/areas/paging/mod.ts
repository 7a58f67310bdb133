/**
 * Mutants of paging.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { endMutants } from "./ends.ts";
import { pageMutants } from "./pages.ts";

export const pagingMutants: readonly Mutant[] = [
  ...pageMutants,
  ...endMutants,
];
