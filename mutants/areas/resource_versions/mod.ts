/**
 * Faults of versions of objects and of what is read.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { historyMutants } from "./histories.ts";
import { listTableMutants } from "./list_table.ts";
import { parameterMutants } from "./parameters.ts";
import { readMutants } from "./reads.ts";

/** The faults, file by file. */
export const resourceVersionsMutants: readonly Mutant[] = [
  ...historyMutants,
  ...readMutants,
  ...listTableMutants,
  ...parameterMutants,
];
