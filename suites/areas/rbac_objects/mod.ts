/**
 * The checks of the area `rbac-objects`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { KEPT } from "./kept.ts";
import { REFUSED } from "./refused.ts";

/** All checks of the area. */
export const rbacObjectsChecks: readonly Check[] = [...KEPT, ...REFUSED];
