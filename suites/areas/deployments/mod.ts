/**
 * The checks of the area `deployments`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { REFUSALS } from "./refusals.ts";
import { SPECS } from "./specs.ts";
import { STATUS } from "./status.ts";

/** All checks of the area. */
export const deploymentsChecks: readonly Check[] = [...SPECS, ...REFUSALS, ...STATUS];
