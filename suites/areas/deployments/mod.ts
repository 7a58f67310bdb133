/**
 * The checks of the area `deployments`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { INVALID_SPECS } from "./invalid_specs.ts";
import { DEFAULTS_AND_VALUES } from "./specs.ts";
import { STATUS } from "./status.ts";

/** All checks of the area. */
export const deploymentsChecks: readonly Check[] = [
  ...DEFAULTS_AND_VALUES,
  ...INVALID_SPECS,
  ...STATUS,
];
