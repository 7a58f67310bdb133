/**
 * The checks of the area `secrets`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { CONSTRAINTS } from "./constraints.ts";
import { DATA_WRITES } from "./data_writes.ts";

/** All checks of the area. */
export const secretsChecks: readonly Check[] = [...DATA_WRITES, ...CONSTRAINTS];
