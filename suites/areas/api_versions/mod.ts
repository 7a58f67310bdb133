/**
 * The area `api-versions`: groups, versions, discovery, deprecation warnings and round trips.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { requirementsById } from "../../requirement.ts";
import { DISCOVERY } from "./discovery.ts";
import { ROUND_TRIPS } from "./round_trips.ts";
import { SERVED_VERSIONS } from "./served_versions.ts";
import { WARNINGS } from "./warnings.ts";
import { requirements } from "./requirements.ts";

/** The area `api-versions`. */
export const apiVersions: Area = defineArea({
  id: "api-versions",
  requirements: requirementsById(requirements),
  checks: [
    ...DISCOVERY,
    ...SERVED_VERSIONS,
    ...WARNINGS,
    ...ROUND_TRIPS,
  ],
});
