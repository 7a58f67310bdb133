/**
 * The checks of the area `reviews`.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forNoType, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { DECISIONS } from "./decisions.ts";
import { STATUS_AND_RULES } from "./status_and_rules.ts";
import { REVIEW_ENDPOINT_CHECKS } from "./review_endpoints.ts";
import { REQUESTS_AND_RESPONSES } from "./requests_and_responses.ts";
import { requirements } from "./requirements.ts";

/** The area `reviews`. */
export const reviews: Area = defineArea({
  id: "reviews",
  feature: "reviews",
  requirements: requirementsById(requirements),
  // Reviews name types, which need not be served.
  checks: inSharedNamespaces(forNoType([
    ...REQUESTS_AND_RESPONSES,
    ...REVIEW_ENDPOINT_CHECKS,
    ...DECISIONS,
    ...STATUS_AND_RULES,
  ])),
});
