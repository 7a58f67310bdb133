/**
 * Faults of deployments.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { fieldFaults } from "./fields.ts";
import { refusalFaults } from "./refusals.ts";
import { requestFaults } from "./requests.ts";
import { specFaults } from "./specs.ts";
import { statusFaults } from "./statuses.ts";

/** The faults, file by file. */
export const deploymentsFaults: readonly Fault[] = [
  ...fieldFaults,
  ...requestFaults,
  ...specFaults,
  ...statusFaults,
  ...refusalFaults,
];
