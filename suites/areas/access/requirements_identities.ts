/**
 * The requirements of the area `access` on identities, impersonation, forbidden requests and
 * privilege escalation.
 *
 * @module
 */
import { AUTHENTICATION, ERRORS, RBAC, REVIEWS } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const accessIdentities = [
  [AUTHENTICATION.must, {
    "access.nothing-by-default": "A request that no role permits is forbidden.",
    "access.removed-binding-revokes": "A permission is revoked when its binding is deleted.",
    "access.deleted-namespace-revokes":
      "A permission is revoked when the namespace of its binding is deleted, also in a later namespace of that name.",
    "access.forbidden-changes-nothing": "A forbidden write changes nothing.",
    "access.changed-rules-apply":
      "A change of a role's rules takes effect for the subjects bound to it.",
    "access.changed-subjects-apply":
      "A change of a binding's subjects takes effect for those added and removed.",
    "access.recreated-binding-applies":
      "A binding created again under the name of a deleted one grants what it says, and no more.",
    "access.recreated-role-applies":
      "A role created again under the name of a deleted one grants its own rules through existing bindings.",
  }, { harm: "security" }],
  [AUTHENTICATION.must, {
    "access.binding-applies-to-identity":
      "A binding grants its permissions to an identity with its own credentials.",
  }, { harm: "availability" }],
  [AUTHENTICATION.must, {
    "access.own-identity":
      "A SelfSubjectReview returns the identity that the server derived for the caller.",
  }],
  [REVIEWS.must, {
    "access.own-identity-shape":
      "A SelfSubjectReview has `metadata` and `status`, no `spec`; `username` and `uid` are texts, `groups` is a list of texts, and `extra` a map of such lists.",
  }],
  [AUTHENTICATION.must, {
    "access.impersonated-user": "A SelfSubjectReview returns the name of the impersonated user.",
    "access.impersonated-groups":
      "A SelfSubjectReview returns the groups of the impersonated user.",
    "access.impersonated-extra":
      "A SelfSubjectReview returns the extra attributes of the impersonated user.",
    "access.impersonated-uid": "A SelfSubjectReview returns the uid of the impersonated user.",
  }, { feature: "impersonation" }],
  [AUTHENTICATION.must, {
    "access.all-impersonated-groups":
      "A user impersonated with several groups has the permissions of each, and reviews of the own access say so.",
  }, { feature: "impersonation", harm: "availability" }],
  [AUTHENTICATION.must, {
    "access.impersonation-has-an-effect":
      "A request that impersonates a user is never answered for the real caller.",
  }, { harm: "security" }],
  [ERRORS.convention, {
    "access.forbidden-code": "An unauthorized request of an authenticated user returns 403.",
  }],
  [ERRORS.convention, {
    "access.forbidden-reason":
      "The body of a 403 response is a Status with the reason `Forbidden` and the code 403.",
    "access.forbidden-details":
      "The `details` of a 403 Status contain the resource, its API group and the name, if one was given.",
  }, { harm: "detail" }],
  [AUTHENTICATION.convention, {
    "access.impersonation-replaces-permissions":
      "A request with `Impersonate-User` has the permissions of that user only.",
    "access.impersonation-needs-user": "Impersonating a group without a user is rejected.",
  }, { harm: "security" }],
  [AUTHENTICATION.convention, {
    "access.authenticated-group": "Every authenticated user is a member of `system:authenticated`.",
    "access.service-account-groups":
      "A service account is a member of `system:serviceaccounts` and the group of its namespace.",
  }, { harm: "availability" }],
  [REVIEWS.convention, {
    "access.review-of-others-needs-permission":
      "Creating a SubjectAccessReview or LocalSubjectAccessReview needs a permission.",
  }, { harm: "security" }],
  [AUTHENTICATION.convention, {
    "access.impersonation-granted":
      "A user permitted to impersonate every part of an identity may use that identity.",
  }, { feature: "impersonation", harm: "availability" }],
  [AUTHENTICATION.convention, {
    "access.impersonation-of-user-needs-permission":
      "Impersonating a user or service account needs the verb `impersonate` on it.",
    "access.impersonation-of-group-needs-permission":
      "Impersonating groups needs the verb `impersonate` on each of them.",
    "access.impersonation-of-extra-needs-permission":
      "Impersonating extra attributes needs the verb `impersonate` on each of their values.",
    "access.impersonation-of-uid-needs-permission":
      "Impersonating a uid needs the verb `impersonate` on it.",
  }, { feature: "impersonation", harm: "security" }],
  [RBAC.convention, {
    "access.no-escalation":
      "Writing a role with permissions that the caller does not have is forbidden.",
    "access.no-escalation-by-binding":
      "Binding a role with permissions that the caller does not have is forbidden.",
  }, { harm: "security" }],
  [RBAC.convention, {
    "access.role-within-own-permissions":
      "Writing a role within the permissions of the caller is not forbidden.",
    "access.escalate-permits-escalation":
      "The verb `escalate` on roles permits writing roles beyond the permissions of the caller.",
    "access.binding-within-own-permissions":
      "Binding a role within the permissions of the caller is not forbidden.",
    "access.bind-permits-escalation":
      "The verb `bind` on roles permits binding roles beyond the permissions of the caller.",
  }, { harm: "availability" }],
  [AUTHENTICATION.must, {
    "access.uid-differs-after-recreation":
      "A user who was removed and added again under the same name has another uid.",
  }, { unchecked: "the API has no operation that creates or removes users", harm: "security" }],
  [AUTHENTICATION.must, {
    "access.username-is-unique": "No two active users have the same username.",
  }, { unchecked: "the API has no operation that lists users", harm: "security" }],
  [AUTHENTICATION.must, {
    "access.service-account-credentials":
      "Clients inside the cluster can use the credentials of a service account.",
  }, {
    harm: "availability",
    unchecked:
      "this needs a client inside the cluster; permissions of service accounts are checked by impersonation",
  }],
] as const satisfies readonly RequirementGroup[];
