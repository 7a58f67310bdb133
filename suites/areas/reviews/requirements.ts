/**
 * The requirements of the area `reviews`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const REVIEWS = "Access-review resources (group `authorization.svc.io`, version `v1`)";
const SERVICE = "What the service does";
const ENDPOINTS = "Review endpoints (create only)";

/** The requirements by id. */
export const requirements = {
  "reviews.same-kind-returned": {
    chapter: ENDPOINTS,
    statement: "Creating a review returns 200, 201 or 202 and an object of the same kind.",
    level: "must",
  },
  "reviews.status-filled": {
    chapter: REVIEWS,
    statement: "The response to an access review has a boolean `status.allowed`.",
    level: "must",
  },
  "reviews.rules-status-filled": {
    chapter: REVIEWS,
    statement:
      "The response to a SelfSubjectRulesReview has `incomplete`, `resourceRules` and `nonResourceRules`.",
    level: "must",
  },
  "reviews.spec-kept": {
    chapter: REVIEWS,
    statement: "The response to a review contains the `spec` of the request.",
    level: "convention",
  },
  "reviews.never-allowed-and-denied": {
    chapter: REVIEWS,
    statement: "A review status is never both `allowed` and `denied`.",
    level: "must",
  },
  "reviews.self-one-attribute": {
    chapter: REVIEWS,
    statement: "A SelfSubjectAccessReview with both kinds of attributes, or neither, is rejected.",
    level: "must",
  },
  "reviews.subject-one-attribute": {
    chapter: REVIEWS,
    statement: "A SubjectAccessReview with both kinds of attributes, or neither, is rejected.",
    level: "must",
  },
  "reviews.local-one-attribute": {
    chapter: REVIEWS,
    statement: "A LocalSubjectAccessReview with both kinds of attributes, or neither, is rejected.",
    level: "must",
  },
  "reviews.local-namespace-equal": {
    chapter: REVIEWS,
    statement: "A LocalSubjectAccessReview of another namespace than its path is rejected.",
    level: "must",
  },
  "reviews.local-namespace-defaulted": {
    chapter: REVIEWS,
    statement: "The namespace of a LocalSubjectAccessReview defaults to that of its path.",
    level: "must",
  },
  "reviews.subject-required": {
    chapter: REVIEWS,
    statement:
      "A SubjectAccessReview or LocalSubjectAccessReview without `user` and `groups` is rejected.",
    level: "convention",
  },
  "reviews.superuser-allowed": {
    chapter: REVIEWS,
    statement: "Members of `system:masters` are allowed every action.",
    level: "convention",
  },
  "reviews.unbound-user-not-allowed": {
    chapter: REVIEWS,
    statement: "A user without groups and without bindings is not allowed to access secrets.",
    level: "must",
  },
  "reviews.self-review-matches-request": {
    chapter: REVIEWS,
    statement:
      "A request succeeds if a SelfSubjectAccessReview allows it, and is forbidden otherwise.",
    level: "must",
  },
  "reviews.self-always-allowed": {
    chapter: "Authentication",
    statement: "Every authenticated user may create a SelfSubjectAccessReview.",
    level: "must",
  },
  "reviews.self-review-ignores-subject": {
    chapter: "Authentication",
    statement: "A SelfSubjectAccessReview that names a user or groups is rejected or ignores them.",
    level: "must",
  },
  "reviews.resource-rules-correct": {
    chapter: REVIEWS,
    statement:
      "An action permitted by a listed resource rule is allowed by a SelfSubjectAccessReview.",
    level: "must",
  },
  "reviews.rules-complete": {
    chapter: REVIEWS,
    statement: "If `incomplete` is false, an action permitted by no listed rule is not allowed.",
    level: "must",
  },
  "reviews.rules-namespace-required": {
    chapter: REVIEWS,
    statement: "A SelfSubjectRulesReview without `namespace` is rejected.",
    level: "must",
  },
  "reviews.rule-has-verbs": {
    chapter: REVIEWS,
    statement: "Every entry of `resourceRules` has `verbs`.",
    level: "must",
  },
  "reviews.create-only": {
    chapter: ENDPOINTS,
    statement: "A review path supports no method other than POST.",
    level: "must",
  },
  "reviews.deterministic": {
    chapter: REVIEWS,
    statement: "Equal reviews get the same decision while roles and bindings are unchanged.",
    level: "convention",
  },
  "reviews.spec-required": {
    chapter: REVIEWS,
    statement: "A review without `spec` is rejected.",
    level: "must",
  },
  "reviews.names-not-unique": {
    chapter: SERVICE,
    statement: "Several reviews may have the same name, as none is stored.",
    level: "must",
  },
  "reviews.status-types": {
    chapter: REVIEWS,
    statement:
      "In a review status `denied` is a boolean, and `reason` and `evaluationError` are strings.",
    level: "must",
  },
  "reviews.path-rule-has-verbs": {
    chapter: REVIEWS,
    statement: "Every entry of `nonResourceRules` has `verbs`.",
    level: "must",
  },
  "reviews.path-rule-wildcard-last": {
    chapter: REVIEWS,
    statement: "A `*` in `nonResourceURLs` of a listed rule is the whole last path segment.",
    level: "must",
  },
  "reviews.path-rules-correct": {
    chapter: REVIEWS,
    statement:
      "A request permitted by a listed rule for paths is allowed by a SelfSubjectAccessReview.",
    level: "must",
  },
  "reviews.extra-and-uid-passed": {
    chapter: REVIEWS,
    statement: "The `extra` and `uid` of a SubjectAccessReview are passed to the authorizer.",
    level: "must",
    unchecked: "RBAC ignores both, so that no decision depends on them",
  },
  "reviews.incomplete-reported": {
    chapter: REVIEWS,
    statement: "The field `incomplete` is true if an authorizer cannot list its rules.",
    level: "must",
    unchecked: "this needs an authorizer other than RBAC; complete lists are checked",
  },
} as const satisfies Record<string, Requirement>;
