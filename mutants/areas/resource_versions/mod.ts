/**
 * Faults of versions of objects and of what is read.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { historyFaults } from "./histories.ts";
import { listTableFaults } from "./list_table.ts";
import { parameterFaults } from "./parameters.ts";
import { readFaults } from "./reads.ts";

/** The faults, file by file. */
export const versionsFaults: readonly Fault[] = [
  ...historyFaults,
  ...readFaults,
  ...listTableFaults,
  ...parameterFaults,
];
