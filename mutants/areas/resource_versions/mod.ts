/**
 * Mutants of resource versions.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { historyMutants } from "./histories.ts";
import { listTableMutants } from "./list_table.ts";
import { parameterMutants } from "./parameters.ts";
import { readMutants } from "./reads.ts";

export const resourceVersionsMutants: readonly Mutant[] = [
  ...historyMutants,
  ...readMutants,
  ...listTableMutants,
  ...parameterMutants,
];
