/**
 * The checks of the area `dry-run`.
 *
 * @module
 */
import type { Check } from "./check.ts";
import { PARAMETERS } from "./dry_run/parameters.ts";
import { TWINS } from "./dry_run/twins.ts";

/** All checks of the area. */
export const dryRunChecks: readonly Check[] = [...TWINS, ...PARAMETERS];
