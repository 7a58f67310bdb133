/**
 * The requirements of the area `access` on who asks: identities, acting as others, refusals, and what
 * may be given away.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const AUTHENTICATION = "Authentication";
const ERRORS = "Errors";
const RBAC =
  "Role-based access control resources (group `rbac.authorization.svc.io`, version `v1`)";
const REVIEWS = "Access-review resources (group `authorization.svc.io`, version `v1`)";

/** Statements by id. */
export const accessIdentities = {
  "access.nothing-by-default": {
    chapter: AUTHENTICATION,
    statement: "What no role grants is refused.",
    level: "must",
  },
  "access.removed-binding-counts": {
    chapter: AUTHENTICATION,
    statement: "What a binding granted is refused once the binding is gone.",
    level: "must",
  },
  "access.refused-changes-nothing": {
    chapter: AUTHENTICATION,
    statement: "A write that is forbidden leaves what is there as it was.",
    level: "must",
  },
  "access.changed-rules-count": {
    chapter: AUTHENTICATION,
    statement: "A change of a role's rules counts for whom the role is bound to.",
    level: "must",
  },
  "access.binding-counts-for-identity": {
    chapter: AUTHENTICATION,
    statement: "Somebody with credentials of their own may do what a binding gives them.",
    level: "must",
  },
  "access.own-identity": {
    chapter: AUTHENTICATION,
    statement: "A SelfSubjectReview tells the identity the server derived for its caller.",
    level: "must",
  },
  "access.impersonated-user": {
    chapter: AUTHENTICATION,
    statement: "A SelfSubjectReview tells the name of who is acted as.",
    level: "must",
  },
  "access.impersonated-groups": {
    chapter: AUTHENTICATION,
    statement: "A SelfSubjectReview tells the groups of who is acted as.",
    level: "must",
  },
  "access.impersonated-extra": {
    chapter: AUTHENTICATION,
    statement: "A SelfSubjectReview tells the extra attributes of who is acted as.",
    level: "must",
  },
  "access.impersonated-uid": {
    chapter: AUTHENTICATION,
    statement: "A SelfSubjectReview tells the uid of who is acted as.",
    level: "must",
  },
  "access.forbidden-code": {
    chapter: ERRORS,
    statement: "What somebody known may not do is answered 403.",
    level: "convention",
  },
  "access.forbidden-reason": {
    chapter: ERRORS,
    statement: "The body of such an answer is a Status with the reason Forbidden and the code 403.",
    level: "convention",
  },
  "access.forbidden-names-the-object": {
    chapter: ERRORS,
    statement: "Its details name the resource, its group, and the object where one was named.",
    level: "convention",
  },
  "access.acts-as-another": {
    chapter: AUTHENTICATION,
    statement: "A request with Impersonate-User is decided by the permissions of that user alone.",
    level: "convention",
  },
  "access.impersonation-needs-user": {
    chapter: AUTHENTICATION,
    statement: "A request to act as a group without a user is refused.",
    level: "convention",
  },
  "access.authenticated-group": {
    chapter: AUTHENTICATION,
    statement: "Everybody known is in the group system:authenticated.",
    level: "convention",
  },
  "access.account-groups": {
    chapter: AUTHENTICATION,
    statement: "A service account is in the groups of all accounts and of those of its namespace.",
    level: "convention",
  },
  "access.review-of-others-needs-permission": {
    chapter: REVIEWS,
    statement: "To ask for the access of others takes a permission of its own.",
    level: "convention",
  },
  "access.impersonation-granted": {
    chapter: AUTHENTICATION,
    statement: "Who may impersonate every part of an identity may act as it.",
    level: "convention",
  },
  "access.impersonation-of-user-needs-permission": {
    chapter: AUTHENTICATION,
    statement: "To act as a user or service account takes the permission to impersonate it.",
    level: "convention",
  },
  "access.impersonation-of-group-needs-permission": {
    chapter: AUTHENTICATION,
    statement: "To act as a member of groups takes the permission to impersonate each of them.",
    level: "convention",
  },
  "access.impersonation-of-extra-needs-permission": {
    chapter: AUTHENTICATION,
    statement:
      "To act with extra attributes takes the permission to impersonate each of their values.",
    level: "convention",
  },
  "access.impersonation-of-uid-needs-permission": {
    chapter: AUTHENTICATION,
    statement: "To act under a uid takes the permission to impersonate it.",
    level: "convention",
  },
  "access.no-escalation": {
    chapter: RBAC,
    statement: "A role that permits more than its writer holds is refused.",
    level: "convention",
  },
  "access.held-can-be-given": {
    chapter: RBAC,
    statement: "A role that permits what its writer holds is not refused.",
    level: "convention",
  },
  "access.escalate-lifts-bounds": {
    chapter: RBAC,
    statement: "The verb escalate on roles lets its holder write roles that permit more.",
    level: "convention",
  },
  "access.no-escalation-by-binding": {
    chapter: RBAC,
    statement: "A binding of a role that permits more than the binding's writer holds is refused.",
    level: "convention",
  },
  "access.held-can-be-bound": {
    chapter: RBAC,
    statement: "A binding of a role that permits what its writer holds is not refused.",
    level: "convention",
  },
  "access.bind-lifts-bounds": {
    chapter: RBAC,
    statement: "The verb bind on roles lets its holder bind roles that permit more.",
    level: "convention",
  },
  "access.uid-tells-lives-apart": {
    chapter: AUTHENTICATION,
    statement: "A user who was removed and made again under the same name has another uid.",
    level: "must",
    unchecked: "the interface has no operation that makes or removes users",
  },
  "access.username-is-unique": {
    chapter: AUTHENTICATION,
    statement: "No two active users have one username.",
    level: "must",
    unchecked: "the interface has no operation that lists users",
  },
  "access.account-credentials": {
    chapter: AUTHENTICATION,
    statement: "Callers inside of the cluster can use the credentials of a service account.",
    level: "must",
    unchecked:
      "it takes a caller inside of the cluster; what accounts may do is held by acting as them",
  },
} as const satisfies Record<string, Requirement>;
