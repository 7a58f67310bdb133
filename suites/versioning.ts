/**
 * The checks of the area `versioning`.
 *
 * @module
 */
import type { Check } from "./check.ts";
import { DISCOVERY } from "./versioning/discovery.ts";
import { ROUND_TRIPS } from "./versioning/round_trips.ts";
import { SCHEDULED } from "./versioning/schedule.ts";
import { WARNINGS } from "./versioning/warnings.ts";

/** All checks of the area. */
export const versioningChecks: readonly Check[] = [
  ...DISCOVERY,
  ...SCHEDULED,
  ...WARNINGS,
  ...ROUND_TRIPS,
];
