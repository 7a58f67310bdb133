/**
 * The checks of the area `rbac-objects`.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forTypes, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { RBAC_TYPES } from "../../resources/mod.ts";
import { STORED_FIELDS } from "./stored_fields.ts";
import { INVALID_OBJECTS } from "./invalid_objects.ts";
import { requirements } from "./requirements.ts";

/** The area `rbac-objects`. */
export const rbacObjects: Area = defineArea({
  id: "rbac-objects",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces(forTypes(RBAC_TYPES, [...STORED_FIELDS, ...INVALID_OBJECTS])),
});
