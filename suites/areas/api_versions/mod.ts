/**
 * The checks of the area `api-versions`.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { DISCOVERY } from "./discovery.ts";
import { ROUND_TRIPS } from "./round_trips.ts";
import { SCHEDULED } from "./schedule.ts";
import { WARNINGS } from "./warnings.ts";
import { requirements } from "./requirements.ts";

/** The area `api-versions`. */
export const apiVersions: Area = defineArea({
  id: "api-versions",
  requirements,
  checks: [
    ...DISCOVERY,
    ...SCHEDULED,
    ...WARNINGS,
    ...ROUND_TRIPS,
  ],
});
