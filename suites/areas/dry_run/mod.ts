/**
 * The checks of the area `dry-run`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { PARAMETERS } from "./parameters.ts";
import { TWINS } from "./twins.ts";

/** All checks of the area. */
export const dryRunChecks: readonly Check[] = [...TWINS, ...PARAMETERS];
