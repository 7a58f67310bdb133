/**
 * The checks of the area `api-versions`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { DISCOVERY } from "./discovery.ts";
import { ROUND_TRIPS } from "./round_trips.ts";
import { SCHEDULED } from "./schedule.ts";
import { WARNINGS } from "./warnings.ts";

/** All checks of the area. */
export const apiVersionsChecks: readonly Check[] = [
  ...DISCOVERY,
  ...SCHEDULED,
  ...WARNINGS,
  ...ROUND_TRIPS,
];
