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
    statement: "A review path supports no method other than POST, and no path below it is served.",
    level: "must",
  },
  "reviews.api-version-returned": {
    chapter: REVIEWS,
    statement:
      "A review is returned with its `apiVersion`, its `kind` and an object as `metadata`.",
    level: "must",
  },
  "reviews.parameters-accepted": {
    chapter: ENDPOINTS,
    statement:
      "The parameters `dryRun`, `fieldManager`, `fieldValidation` and `pretty` do not affect the decision of a review.",
    level: "must",
  },
  "reviews.metadata-optional": {
    chapter: REVIEWS,
    statement: "A review without `metadata` is answered.",
    level: "must",
  },
  "reviews.body-required": {
    chapter: ENDPOINTS,
    statement: "A request for a review without a body is rejected.",
    level: "must",
  },
  "reviews.body-of-its-kind": {
    chapter: ENDPOINTS,
    statement: "A request for a review with a body of another kind is rejected.",
    level: "must",
  },
  "reviews.local-path-needs-namespace": {
    chapter: ENDPOINTS,
    statement: "The path of LocalSubjectAccessReviews contains a namespace.",
    level: "must",
  },
  "reviews.no-namespace-in-path": {
    chapter: ENDPOINTS,
    statement: "Reviews other than LocalSubjectAccessReview are not served below a namespace.",
    level: "convention",
  },
  "reviews.dry-run-value": {
    chapter: ENDPOINTS,
    statement: "A review with a value of `dryRun` other than `All` is rejected.",
    level: "must",
    feature: "dry-run",
  },
  "reviews.field-validation-value": {
    chapter: ENDPOINTS,
    statement:
      "A review with a value of `fieldValidation` other than `Ignore`, `Warn` and `Strict` is rejected.",
    level: "convention",
    feature: "field-validation",
  },
  "reviews.unknown-fields": {
    chapter: ENDPOINTS,
    statement:
      "An unknown field of a review is rejected with 400 under `Strict`, warned of under `Warn` and by default, and accepted under `Ignore`.",
    level: "must",
    feature: "field-validation",
  },
  "reviews.unknown-fields-dropped": {
    chapter: ENDPOINTS,
    statement: "An unknown field of an accepted review is not returned.",
    level: "must",
    feature: "field-validation",
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
  "reviews.sent-status-ignored": {
    chapter: REVIEWS,
    statement: "The server fills the `status` of a review, whatever `status` the request contains.",
    level: "must",
  },
  "reviews.explicit-denial": {
    chapter: REVIEWS,
    statement: "The field `denied` is true if an action is explicitly denied.",
    level: "must",
    unchecked: "roles only permit, so that no request makes an authorizer deny explicitly",
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
