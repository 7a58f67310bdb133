/**
 * Faults by somebody who had read the interface and no check: `matrix/README.md` tells what became of
 * them.
 *
 * @module
 */
import type { Fault } from "../mutant.ts";
import { blindObjectFaults } from "./objects.ts";
import { blindRequestFaults } from "./requests.ts";

/** The faults, file by file. */
export const blindFaults: readonly Fault[] = [
  ...blindObjectFaults,
  ...blindRequestFaults,
];
