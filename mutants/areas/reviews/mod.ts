/**
 * Faults of access reviews.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { decisionFaults } from "./decisions.ts";
import { ruleFaults } from "./rules.ts";

/** The faults, file by file. */
export const reviewsFaults: readonly Fault[] = [
  ...decisionFaults,
  ...ruleFaults,
];
