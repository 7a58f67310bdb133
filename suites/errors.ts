/**
 * The checks of the area `errors`.
 *
 * @module
 */
import type { Check } from "./check.ts";
import { CREDENTIALS } from "./errors/credentials.ts";
import { REFUSED } from "./errors/refusals.ts";
import { SINGLE_RESOURCES } from "./errors/single_resources.ts";

/** All checks of the area. */
export const errorsChecks: readonly Check[] = [...CREDENTIALS, ...REFUSED, ...SINGLE_RESOURCES];
