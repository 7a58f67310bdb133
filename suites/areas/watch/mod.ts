/**
 * The area `watch`: watches, their events, bookmarks, timeouts and start versions.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { CONCURRENT_WRITES } from "./concurrent_writes.ts";
import { EXPIRED_VERSIONS } from "./expired_versions.ts";
import { FINALIZERS } from "./finalizers.ts";
import { WATCH_PARAMETERS } from "./parameters.ts";
import { START_VERSIONS } from "./start_versions.ts";
import { TIMEOUTS_AND_BOOKMARKS } from "./timeouts_and_bookmarks.ts";

/** The checks of the area. */
export const watchChecks: readonly Check[] = [
  ...START_VERSIONS,
  ...CONCURRENT_WRITES,
  ...FINALIZERS,
  ...TIMEOUTS_AND_BOOKMARKS,
  ...WATCH_PARAMETERS,
  ...EXPIRED_VERSIONS,
];
