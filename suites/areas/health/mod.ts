/**
 * The checks of the area `health`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { ENDPOINT_CHECKS } from "./endpoints.ts";
import { VERBOSE_CHECKS } from "./verbose_output.ts";

/** All checks of the area. */
export const healthChecks: readonly Check[] = [...ENDPOINT_CHECKS, ...VERBOSE_CHECKS];
