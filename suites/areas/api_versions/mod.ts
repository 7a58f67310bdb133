/**
 * The area `api-versions`: groups, versions, discovery, deprecation warnings and round trips.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, forTypes, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { APPLIES } from "./applies.ts";
import { DISCOVERY } from "./discovery.ts";
import { ROUND_TRIPS } from "./round_trips.ts";
import { SERVED_VERSIONS } from "./served_versions.ts";
import { WARNINGS } from "./warnings.ts";
import { VERSIONED_TYPES } from "../../resources/versioned_type.ts";
import { requirements } from "./requirements.ts";

/** The types whose API versions the specification schedules. */
const SCHEDULED = VERSIONED_TYPES.map(({ resource }) => resource);

/** The area `api-versions`. */
export const apiVersions: Area = defineArea({
  id: "api-versions",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces([
    ...forAnyType(DISCOVERY),
    ...forTypes(SCHEDULED, [...SERVED_VERSIONS, ...WARNINGS, ...ROUND_TRIPS, ...APPLIES]),
  ]),
});
