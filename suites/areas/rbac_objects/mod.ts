/**
 * The checks of the area `rbac-objects`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { STORED_FIELDS } from "./stored_fields.ts";
import { INVALID_OBJECTS } from "./invalid_objects.ts";

/** All checks of the area. */
export const rbacObjectsChecks: readonly Check[] = [...STORED_FIELDS, ...INVALID_OBJECTS];
