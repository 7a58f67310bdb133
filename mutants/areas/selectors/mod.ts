/**
 * Faults of selectors.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { labelFaults } from "./labels.ts";
import { refusalFaults } from "./refusals.ts";
import { useFaults } from "./uses.ts";

/** The faults, file by file. */
export const selectorsFaults: readonly Fault[] = [
  ...labelFaults,
  ...useFaults,
  ...refusalFaults,
];
