/**
 * The checks of the area `watch`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { OPENED_AMONG_WRITES } from "./among_writes.ts";
import { WATCH_EXPIRY } from "./expiry.ts";
import { FINALIZERS } from "./finalizers.ts";
import { WATCH_HISTORIES } from "./histories.ts";
import { PLAIN_LISTS } from "./plain_lists.ts";
import { WATCH_REFUSALS } from "./refusals.ts";
import { WATCH_STARTS } from "./starts.ts";
import { TIMEOUTS } from "./timeouts.ts";

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
