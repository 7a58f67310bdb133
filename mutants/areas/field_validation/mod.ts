/**
 * Faults of field validation.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { fieldFaults } from "./fields.ts";
import { modeFaults } from "./modes.ts";
import { requiredFaults } from "./required.ts";

/** The faults, file by file. */
export const fieldValidationFaults: readonly Fault[] = [
  ...fieldFaults,
  ...modeFaults,
  ...requiredFaults,
];
