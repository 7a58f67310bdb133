/**
 * Faults of writers and readers that meet.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { lifeFaults } from "./lives.ts";
import { writerFaults } from "./writers.ts";

/** The faults, file by file. */
export const concurrencyFaults: readonly Fault[] = [
  ...writerFaults,
  ...lifeFaults,
];
