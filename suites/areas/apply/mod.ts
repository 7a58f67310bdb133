/**
 * The area `apply`: server-side apply, and who owns which field.
 *
 * @module
 */
import { OWNERSHIP } from "./ownership.ts";
import { RECORDS } from "./records.ts";
import { APPLY_REFUSALS } from "./refusals.ts";
import type { Check } from "../../check.ts";

/** The checks of the area. */
export const applyChecks: readonly Check[] = [...OWNERSHIP, ...RECORDS, ...APPLY_REFUSALS];
