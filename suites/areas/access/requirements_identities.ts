/**
 * The requirements of the area `access` on identities, impersonation, forbidden requests and
 * privilege escalation.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const AUTHENTICATION = "Authentication";
const ERRORS = "Errors";
const RBAC =
  "Role-based access control resources (group `rbac.authorization.svc.io`, version `v1`)";
const REVIEWS = "Access-review resources (group `authorization.svc.io`, version `v1`)";

/** Requirements by id. */
export const accessIdentities = {
  "access.nothing-by-default": {
    chapter: AUTHENTICATION,
    statement: "A request that no role permits is forbidden.",
    level: "must",
  },
  "access.removed-binding-revokes": {
    chapter: AUTHENTICATION,
    statement: "A permission is revoked when its binding is deleted.",
    level: "must",
  },
  "access.forbidden-changes-nothing": {
    chapter: AUTHENTICATION,
    statement: "A forbidden write changes nothing.",
    level: "must",
  },
  "access.changed-rules-apply": {
    chapter: AUTHENTICATION,
    statement: "A change of a role's rules takes effect for the subjects bound to it.",
    level: "must",
  },
  "access.changed-subjects-apply": {
    chapter: AUTHENTICATION,
    statement: "A change of a binding's subjects takes effect for those added and removed.",
    level: "must",
  },
  "access.recreated-binding-applies": {
    chapter: AUTHENTICATION,
    statement:
      "A binding created again under the name of a deleted one grants what it says, and no more.",
    level: "must",
  },
  "access.recreated-role-applies": {
    chapter: AUTHENTICATION,
    statement:
      "A role created again under the name of a deleted one grants its own rules through existing bindings.",
    level: "must",
  },
  "access.binding-applies-to-identity": {
    chapter: AUTHENTICATION,
    statement: "A binding grants its permissions to an identity with its own credentials.",
    level: "must",
  },
  "access.own-identity": {
    chapter: AUTHENTICATION,
    statement: "A SelfSubjectReview returns the identity that the server derived for the caller.",
    level: "must",
  },
  "access.own-identity-shape": {
    chapter: REVIEWS,
    statement:
      "A SelfSubjectReview has `metadata` and `status`, no `spec`; `username` and `uid` are texts, `groups` is a list of texts, and `extra` a map of such lists.",
    level: "must",
  },
  "access.impersonated-user": {
    chapter: AUTHENTICATION,
    statement: "A SelfSubjectReview returns the name of the impersonated user.",
    level: "must",
    feature: "impersonation",
  },
  "access.impersonated-groups": {
    chapter: AUTHENTICATION,
    statement: "A SelfSubjectReview returns the groups of the impersonated user.",
    level: "must",
    feature: "impersonation",
  },
  "access.impersonated-extra": {
    chapter: AUTHENTICATION,
    statement: "A SelfSubjectReview returns the extra attributes of the impersonated user.",
    level: "must",
    feature: "impersonation",
  },
  "access.impersonated-uid": {
    chapter: AUTHENTICATION,
    statement: "A SelfSubjectReview returns the uid of the impersonated user.",
    level: "must",
    feature: "impersonation",
  },
  "access.all-impersonated-groups": {
    chapter: AUTHENTICATION,
    statement:
      "A user impersonated with several groups has the permissions of each, and reviews of the own access say so.",
    level: "must",
    feature: "impersonation",
  },
  "access.impersonation-has-an-effect": {
    chapter: AUTHENTICATION,
    statement: "A request that impersonates a user is never answered for the real caller.",
    level: "must",
  },
  "access.forbidden-code": {
    chapter: ERRORS,
    statement: "An unauthorized request of an authenticated user returns 403.",
    level: "convention",
  },
  "access.forbidden-reason": {
    chapter: ERRORS,
    statement:
      "The body of a 403 response is a Status with the reason `Forbidden` and the code 403.",
    level: "convention",
  },
  "access.forbidden-details": {
    chapter: ERRORS,
    statement:
      "The `details` of a 403 Status contain the resource, its API group and the name, if one was given.",
    level: "convention",
  },
  "access.impersonation-replaces-permissions": {
    chapter: AUTHENTICATION,
    statement: "A request with `Impersonate-User` has the permissions of that user only.",
    level: "convention",
  },
  "access.impersonation-needs-user": {
    chapter: AUTHENTICATION,
    statement: "Impersonating a group without a user is rejected.",
    level: "convention",
  },
  "access.authenticated-group": {
    chapter: AUTHENTICATION,
    statement: "Every authenticated user is a member of `system:authenticated`.",
    level: "convention",
  },
  "access.service-account-groups": {
    chapter: AUTHENTICATION,
    statement:
      "A service account is a member of `system:serviceaccounts` and the group of its namespace.",
    level: "convention",
  },
  "access.review-of-others-needs-permission": {
    chapter: REVIEWS,
    statement: "Creating a SubjectAccessReview or LocalSubjectAccessReview needs a permission.",
    level: "convention",
  },
  "access.impersonation-granted": {
    chapter: AUTHENTICATION,
    statement: "A user permitted to impersonate every part of an identity may use that identity.",
    level: "convention",
    feature: "impersonation",
  },
  "access.impersonation-of-user-needs-permission": {
    chapter: AUTHENTICATION,
    statement: "Impersonating a user or service account needs the verb `impersonate` on it.",
    level: "convention",
    feature: "impersonation",
  },
  "access.impersonation-of-group-needs-permission": {
    chapter: AUTHENTICATION,
    statement: "Impersonating groups needs the verb `impersonate` on each of them.",
    level: "convention",
    feature: "impersonation",
  },
  "access.impersonation-of-extra-needs-permission": {
    chapter: AUTHENTICATION,
    statement:
      "Impersonating extra attributes needs the verb `impersonate` on each of their values.",
    level: "convention",
    feature: "impersonation",
  },
  "access.impersonation-of-uid-needs-permission": {
    chapter: AUTHENTICATION,
    statement: "Impersonating a uid needs the verb `impersonate` on it.",
    level: "convention",
    feature: "impersonation",
  },
  "access.no-escalation": {
    chapter: RBAC,
    statement: "Writing a role with permissions that the caller does not have is forbidden.",
    level: "convention",
  },
  "access.role-within-own-permissions": {
    chapter: RBAC,
    statement: "Writing a role within the permissions of the caller is not forbidden.",
    level: "convention",
  },
  "access.escalate-permits-escalation": {
    chapter: RBAC,
    statement:
      "The verb `escalate` on roles permits writing roles beyond the permissions of the caller.",
    level: "convention",
  },
  "access.no-escalation-by-binding": {
    chapter: RBAC,
    statement: "Binding a role with permissions that the caller does not have is forbidden.",
    level: "convention",
  },
  "access.binding-within-own-permissions": {
    chapter: RBAC,
    statement: "Binding a role within the permissions of the caller is not forbidden.",
    level: "convention",
  },
  "access.bind-permits-escalation": {
    chapter: RBAC,
    statement:
      "The verb `bind` on roles permits binding roles beyond the permissions of the caller.",
    level: "convention",
  },
  "access.uid-differs-after-recreation": {
    chapter: AUTHENTICATION,
    statement: "A user who was removed and added again under the same name has another uid.",
    level: "must",
    unchecked: "the API has no operation that creates or removes users",
  },
  "access.username-is-unique": {
    chapter: AUTHENTICATION,
    statement: "No two active users have the same username.",
    level: "must",
    unchecked: "the API has no operation that lists users",
  },
  "access.service-account-credentials": {
    chapter: AUTHENTICATION,
    statement: "Clients inside the cluster can use the credentials of a service account.",
    level: "must",
    unchecked:
      "this needs a client inside the cluster; permissions of service accounts are checked by impersonation",
  },
} as const satisfies Record<string, Requirement>;
