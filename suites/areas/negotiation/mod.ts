/**
 * The checks of the area `negotiation`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { ACCEPT } from "./accept.ts";
import { FORMS } from "./forms.ts";
import { TABLES } from "./tables.ts";

/** All checks of the area. */
export const negotiationChecks: readonly Check[] = [...ACCEPT, ...TABLES, ...FORMS];
