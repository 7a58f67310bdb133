/**
 * The area `operations`: what each operation on each resource type accepts and returns.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { BODIES } from "./bodies.ts";
import { CREATING_UPDATES } from "./creating_updates.ts";
import { EMPTIED_MEMBERS } from "./emptied_members.ts";
import { LARGE_COLLECTIONS } from "./large_collections.ts";
import { MANY_MEMBERS } from "./many_members.ts";
import { NAMESAKES } from "./namesakes.ts";
import { PARAMETERS } from "./parameters.ts";
import { PATH_CHECKS } from "./paths.ts";
import { PATH_SPELLINGS } from "./path_spellings.ts";
import { requirements } from "./requirements.ts";
import { STATUS_CODES } from "./status_codes.ts";

/** The area `operations`. */
export const operations: Area = defineArea({
  id: "operations",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces([
    ...forAnyType([
      ...PARAMETERS,
      ...BODIES,
      ...PATH_CHECKS,
      ...PATH_SPELLINGS,
      ...STATUS_CODES,
      ...CREATING_UPDATES,
      ...NAMESAKES,
    ]),
    ...MANY_MEMBERS,
    ...EMPTIED_MEMBERS,
    ...LARGE_COLLECTIONS,
  ]),
});
