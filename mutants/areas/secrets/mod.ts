/**
 * Faults of secrets.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { fieldFaults } from "./fields.ts";
import { limitFaults } from "./limits.ts";
import { writeFaults } from "./writes.ts";

/** The faults, file by file. */
export const secretsFaults: readonly Fault[] = [
  ...writeFaults,
  ...fieldFaults,
  ...limitFaults,
];
