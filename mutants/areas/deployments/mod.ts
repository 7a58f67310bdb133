/**
 * Mutants of Deployments.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { fieldMutants } from "./fields.ts";
import { requestMutants } from "./requests.ts";
import { specMutants } from "./specs.ts";
import { statusMutants } from "./statuses.ts";
import { statusWriteMutants } from "./status_writes.ts";
import { templateMutants } from "./templates.ts";

export const deploymentsMutants: readonly Mutant[] = [
  ...fieldMutants,
  ...requestMutants,
  ...specMutants,
  ...statusMutants,
  ...statusWriteMutants,
  ...templateMutants,
];
