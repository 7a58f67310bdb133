/**
 * The checks of the area `access`.
 *
 * @module
 */
import { AGGREGATION } from "./aggregation.ts";
import { CHANGES } from "./changes.ts";
import { ESCALATION } from "./escalation.ts";
import { FORBIDDEN } from "./forbidden.ts";
import { IDENTITIES } from "./identities.ts";
import { OWN_IDENTITY } from "./own_identity.ts";
import { PATHS } from "./paths.ts";
import { POLICIES } from "./policies.ts";
import { RULES_REVIEWS } from "./rules_reviews.ts";
import { STARS } from "./stars.ts";
import { SINGLE_VERBS } from "./verbs.ts";
import { WRITES_DECIDED } from "./writes.ts";
import { type Area, defineArea } from "../../area.ts";
import { requirements } from "./requirements.ts";

/** The area `access`. */
export const access: Area = defineArea({
  id: "access",
  feature: "rbac",
  requirements,
  checks: [
    ...POLICIES,
    ...SINGLE_VERBS,
    ...WRITES_DECIDED,
    ...CHANGES,
    ...PATHS,
    ...STARS,
    ...RULES_REVIEWS,
    ...FORBIDDEN,
    ...IDENTITIES,
    ...OWN_IDENTITY,
    ...ESCALATION,
    ...AGGREGATION,
  ],
});
