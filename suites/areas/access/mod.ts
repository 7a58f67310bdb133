/**
 * The checks of the area `access`.
 *
 * @module
 */
import { AGGREGATION } from "./aggregation.ts";
import { CHANGES } from "./binding_resolution.ts";
import { ESCALATION } from "./escalation.ts";
import { FORBIDDEN } from "./authorization_conventions.ts";
import { IDENTITIES } from "./second_identity.ts";
import { OWN_IDENTITY } from "./self_subject_reviews.ts";
import { PATHS } from "./non_resource_paths.ts";
import { POLICIES } from "./generated_policies.ts";
import { RULES_REVIEWS } from "./rules_reviews.ts";
import { STARS } from "./review_wildcards.ts";
import { SINGLE_VERBS } from "./single_verbs.ts";
import { WRITES_DECIDED } from "./write_permissions.ts";
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
