/**
 * The checks of the area `apply`: server-side apply and field ownership.
 *
 * @module
 */
import { OWNERSHIP } from "./ownership.ts";
import { MANAGED_FIELDS } from "./managed_fields.ts";
import { INVALID_REQUESTS } from "./invalid_requests.ts";
import type { Check } from "../../check.ts";

/** All checks of the area. */
export const applyChecks: readonly Check[] = [...OWNERSHIP, ...MANAGED_FIELDS, ...INVALID_REQUESTS];
