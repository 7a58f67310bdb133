/**
 * The checks of the area `watch`.
 *
 * @module
 */
import type { Check } from "./check.ts";
import { OPENED_AMONG_WRITES } from "./watch/among_writes.ts";
import { WATCH_EXPIRY } from "./watch/expiry.ts";
import { FINALIZERS } from "./watch/finalizers.ts";
import { WATCH_HISTORIES } from "./watch/histories.ts";
import { PLAIN_LISTS } from "./watch/plain_lists.ts";
import { WATCH_REFUSALS } from "./watch/refusals.ts";
import { WATCH_STARTS } from "./watch/starts.ts";
import { TIMEOUTS } from "./watch/timeouts.ts";

/** All checks of the area. */
export const watchChecks: readonly Check[] = [
  ...WATCH_STARTS,
  ...WATCH_HISTORIES,
  ...OPENED_AMONG_WRITES,
  ...FINALIZERS,
  ...TIMEOUTS,
  ...PLAIN_LISTS,
  ...WATCH_REFUSALS,
  ...WATCH_EXPIRY,
];
