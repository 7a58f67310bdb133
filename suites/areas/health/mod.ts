/**
 * The checks of the area `health`.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forNoType, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { ENDPOINT_CHECKS } from "./endpoints.ts";
import { VERBOSE_CHECKS } from "./verbose_output.ts";
import { requirements } from "./requirements.ts";

/** The area `health`. */
export const health: Area = defineArea({
  id: "health",
  feature: "health",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces(forNoType([...ENDPOINT_CHECKS, ...VERBOSE_CHECKS])),
});
