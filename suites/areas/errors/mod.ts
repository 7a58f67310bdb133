/**
 * The checks of the area `errors`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { CREDENTIALS } from "./credentials.ts";
import { REFUSED } from "./refusals.ts";
import { SINGLE_RESOURCES } from "./single_resources.ts";

/** All checks of the area. */
export const errorsChecks: readonly Check[] = [...CREDENTIALS, ...REFUSED, ...SINGLE_RESOURCES];
