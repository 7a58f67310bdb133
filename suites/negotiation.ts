/**
 * The checks of the area `negotiation`.
 *
 * @module
 */
import type { Check } from "./check.ts";
import { ACCEPT } from "./negotiation/accept.ts";
import { FORMS } from "./negotiation/forms.ts";
import { TABLES } from "./negotiation/tables.ts";

/** All checks of the area. */
export const negotiationChecks: readonly Check[] = [...ACCEPT, ...TABLES, ...FORMS];
