/**
 * Faults of server-side apply.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { objectFaults } from "./objects.ts";
import { recordFaults } from "./records.ts";
import { applyRefusalFaults } from "./refusals.ts";

/** The faults, file by file. */
export const applyFaults: readonly Fault[] = [
  ...objectFaults,
  ...recordFaults,
  ...applyRefusalFaults,
];
