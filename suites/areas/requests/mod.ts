/**
 * The area `requests`: every verb and patch type, with every combination of two of its parameters,
 * states, bodies and flaws, judged by one model.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { requirements } from "./requirements.ts";
import { ROWS } from "./rows_by_action.ts";

/** The area `requests`. */
export const requests: Area = defineArea({
  id: "requests",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces(ROWS),
});
