/**
 * Faults of paging.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { endFaults } from "./ends.ts";
import { pageFaults } from "./pages.ts";

/** The faults, file by file. */
export const pagingFaults: readonly Fault[] = [
  ...pageFaults,
  ...endFaults,
];
