/**
 * The area `watch`: watches, their events, bookmarks, timeouts and start versions.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, withAllCases } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { CONCURRENT_WRITES } from "./concurrent_writes.ts";
import { EXPIRED_STARTS } from "./expired_versions.ts";
import { FINALIZER_EVENTS } from "./finalizers.ts";
import { INITIAL_EVENTS } from "./initial_events.ts";
import { NEIGHBOURS } from "./neighbours.ts";
import { WATCH_PARAMETERS } from "./parameters.ts";
import { RESPONSE_HEADS } from "./response_heads.ts";
import { RESUMPTION } from "./resumption.ts";
import { START_VERSIONS } from "./start_versions.ts";
import { TIMEOUTS_AND_BOOKMARKS } from "./timeouts_and_bookmarks.ts";
import { TRANSFER_ENCODING } from "./transfer_encoding.ts";
import { UNREAD } from "./unread.ts";
import { requirements } from "./requirements.ts";

/** The area `watch`. */
export const watch: Area = defineArea({
  id: "watch",
  requirements: requirementsById(requirements),
  checks: withAllCases(forAnyType([
    ...START_VERSIONS,
    ...INITIAL_EVENTS,
    ...CONCURRENT_WRITES,
    ...FINALIZER_EVENTS,
    ...NEIGHBOURS,
    ...RESUMPTION,
    ...TIMEOUTS_AND_BOOKMARKS,
    ...WATCH_PARAMETERS,
    ...TRANSFER_ENCODING,
    ...RESPONSE_HEADS,
    ...EXPIRED_STARTS,
    ...UNREAD,
  ])),
});
