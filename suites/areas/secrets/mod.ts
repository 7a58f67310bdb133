/**
 * The checks of the area `secrets`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { REFUSALS } from "./refusals.ts";
import { WRITES } from "./writes.ts";

/** All checks of the area. */
export const secretsChecks: readonly Check[] = [...WRITES, ...REFUSALS];
