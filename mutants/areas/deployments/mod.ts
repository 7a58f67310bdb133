/**
 * Mutants of Deployments.
 *
 * @module
 */
import { deploymentFieldMutants } from "./fields.ts";
import { requestMutants } from "./requests.ts";
import { specMutants } from "./specs.ts";
import { statusMutants } from "./statuses.ts";
import { statusWriteMutants } from "./status_writes.ts";
import { templateMutants } from "./templates.ts";

export const deploymentsMutants = [
  ...deploymentFieldMutants,
  ...requestMutants,
  ...specMutants,
  ...statusMutants,
  ...statusWriteMutants,
  ...templateMutants,
];
