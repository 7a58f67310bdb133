/**
 * The checks of the area `secrets`.
 *
 * @module
 */
import type { Check } from "./check.ts";
import { REFUSALS } from "./secrets/refusals.ts";
import { WRITES } from "./secrets/writes.ts";

/** All checks of the area. */
export const secretsChecks: readonly Check[] = [...WRITES, ...REFUSALS];
