/**
 * The checks of the area `access`.
 *
 * @module
 */
import { POLICIES } from "./access/policies.ts";
import type { Check } from "./check.ts";

/** All checks of the area. */
export const accessChecks: readonly Check[] = [...POLICIES];
