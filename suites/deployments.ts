/**
 * The checks of the area `deployments`.
 *
 * @module
 */
import type { Check } from "./check.ts";
import { REFUSALS } from "./deployments/refusals.ts";
import { SPECS } from "./deployments/specs.ts";
import { STATUS } from "./deployments/status.ts";

/** All checks of the area. */
export const deploymentsChecks: readonly Check[] = [...SPECS, ...REFUSALS, ...STATUS];
