/**
 * The area `exchanges`: requirements on every request and its response. The engine checks them in
 * all executions of all checks; the checks here exercise every verb on every type.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { requirements } from "./requirements.ts";
import { SEQUENCES } from "./sequences.ts";
import { SMALL_WRITES } from "./small_writes.ts";

/** The area `exchanges`. */
export const exchanges: Area = defineArea({
  id: "exchanges",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces(forAnyType([...SEQUENCES, ...SMALL_WRITES])),
});
