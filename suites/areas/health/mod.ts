/**
 * The checks of the area `health`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { SINGLE_CHECKS } from "./single.ts";
import { VERBOSE } from "./verbose.ts";

/** All checks of the area. */
export const healthChecks: readonly Check[] = [...SINGLE_CHECKS, ...VERBOSE];
