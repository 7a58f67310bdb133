/**
 * Mutants of resource versions.
 *
 * @module
 */
import { consistencyMutants } from "./consistency.ts";
import { listTableMutants } from "./list_table.ts";
import { preconditionMutants } from "./preconditions.ts";
import { readMutants } from "./reads.ts";

export const resourceVersionsMutants = [
  ...consistencyMutants,
  ...readMutants,
  ...listTableMutants,
  ...preconditionMutants,
];
