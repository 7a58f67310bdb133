/**
 * Faults of metadata.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { fieldFaults } from "./fields.ts";
import { nameFaults } from "./names.ts";
import { placeFaults } from "./places.ts";
import { textFaults } from "./texts.ts";

/** The faults, file by file. */
export const metadataFaults: readonly Fault[] = [
  ...fieldFaults,
  ...nameFaults,
  ...placeFaults,
  ...textFaults,
];
