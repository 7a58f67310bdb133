/**
 * The checks of the area `patch`: JSON patch, merge patch and strategic merge patch.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, forTypes, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { JSON_PATCH } from "./json_patch.ts";
import { REJECTED_JSON_PATCHES } from "./rejected_json_patches.ts";
import { MERGE_PATCH } from "./merge_patch.ts";
import { INVALID_PATCHES } from "./invalid_requests.ts";
import { STRATEGIC_MERGE_PATCH } from "./strategic_merge_patch.ts";
import { STRATEGIC_MERGE_TYPES } from "./strategic_merge_types.ts";
import { requirements } from "./requirements.ts";

/** The area `patch`. */
export const patch: Area = defineArea({
  id: "patch",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces([
    ...forAnyType(MERGE_PATCH),
    ...forAnyType(JSON_PATCH),
    ...forAnyType(REJECTED_JSON_PATCHES),
    ...forAnyType(INVALID_PATCHES),
    ...forTypes(["deployments"], STRATEGIC_MERGE_PATCH),
    ...STRATEGIC_MERGE_TYPES,
  ]),
});
