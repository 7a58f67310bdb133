/**
 * The checks of the area `access`.
 *
 * @module
 */
import { AGGREGATION } from "./aggregation.ts";
import { BINDING_RESOLUTION } from "./binding_resolution.ts";
import { DELETED_NAMESPACES } from "./deleted_namespaces.ts";
import { ESCALATION } from "./escalation.ts";
import { ESCALATION_FORMS } from "./escalation_forms.ts";
import { AUTHORIZATION_CONVENTIONS } from "./authorization_conventions.ts";
import { SECOND_IDENTITY } from "./second_identity.ts";
import { SELF_SUBJECT_REVIEWS } from "./self_subject_reviews.ts";
import { NON_RESOURCE_PATHS } from "./non_resource_paths.ts";
import { GENERATED_POLICIES } from "./generated_policies.ts";
import { LONG_POLICIES } from "./long_policies.ts";
import { POLICY_HISTORIES } from "./policy_histories.ts";
import { QUIET_CHANGES } from "./quiet_changes.ts";
import { RULES_REVIEWS } from "./rules_reviews.ts";
import { REVIEW_WILDCARDS } from "./review_wildcards.ts";
import { IMPERSONATED_REVIEWS } from "./impersonated_reviews.ts";
import { RESOURCE_NAMES } from "./resource_names.ts";
import { OPERATION_CHECKS } from "./operations.ts";
import { type Area, defineArea } from "../../area.ts";
import { inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { requirements } from "./requirements.ts";

/** The area `access`. */
export const access: Area = defineArea({
  id: "access",
  feature: "rbac",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces([
    ...GENERATED_POLICIES,
    ...OPERATION_CHECKS,
    ...RESOURCE_NAMES,
    ...IMPERSONATED_REVIEWS,
    ...BINDING_RESOLUTION,
    ...DELETED_NAMESPACES,
    ...NON_RESOURCE_PATHS,
    ...REVIEW_WILDCARDS,
    ...RULES_REVIEWS,
    ...AUTHORIZATION_CONVENTIONS,
    ...SECOND_IDENTITY,
    ...SELF_SUBJECT_REVIEWS,
    ...ESCALATION,
    ...ESCALATION_FORMS,
    ...AGGREGATION,
    ...POLICY_HISTORIES,
    ...LONG_POLICIES,
    ...QUIET_CHANGES,
  ]),
});
