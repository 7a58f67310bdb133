/**
 * Mutants of resource versions.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { consistencyMutants } from "./consistency.ts";
import { listTableMutants } from "./list_table.ts";
import { preconditionMutants } from "./preconditions.ts";
import { readMutants } from "./reads.ts";

export const resourceVersionsMutants: readonly Mutant[] = [
  ...consistencyMutants,
  ...readMutants,
  ...listTableMutants,
  ...preconditionMutants,
];
