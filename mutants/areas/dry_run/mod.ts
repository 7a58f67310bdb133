/**
 * Faults of dry runs.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { answerFaults } from "./answers.ts";
import { writeFaults } from "./writes.ts";

/** The faults, file by file. */
export const dryRunFaults: readonly Fault[] = [
  ...writeFaults,
  ...answerFaults,
];
