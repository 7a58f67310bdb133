/**
 * The requirements of the area `reviews`.
 *
 * @module
 */
import { AUTHENTICATION, REVIEW_ENDPOINTS, REVIEWS, SERVICE } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [REVIEW_ENDPOINTS.must, {
    "reviews.same-kind-returned":
      "Creating a review returns 200, 201 or 202 and an object of the same kind.",
  }],
  [REVIEWS.must, {
    "reviews.status-filled": "The response to an access review has a boolean `status.allowed`.",
    "reviews.rules-status-filled":
      "The response to a SelfSubjectRulesReview has `incomplete`, `resourceRules` and `nonResourceRules`.",
  }],
  [REVIEWS.convention, {
    "reviews.spec-kept": "The response to a review contains the `spec` of the request.",
  }, { harm: "detail" }],
  [REVIEWS.must, {
    "reviews.never-allowed-and-denied": "A review status is never both `allowed` and `denied`.",
    "reviews.self-one-attribute":
      "A SelfSubjectAccessReview with both kinds of attributes, or neither, is rejected.",
    "reviews.subject-one-attribute":
      "A SubjectAccessReview with both kinds of attributes, or neither, is rejected.",
    "reviews.local-one-attribute":
      "A LocalSubjectAccessReview with both kinds of attributes, or neither, is rejected.",
    "reviews.local-namespace-defaulted":
      "The namespace of a LocalSubjectAccessReview defaults to that of its path.",
  }],
  [REVIEWS.must, {
    "reviews.local-namespace-equal":
      "A LocalSubjectAccessReview of another namespace than its path is rejected.",
  }, { harm: "security" }],
  [REVIEWS.convention, {
    "reviews.subject-required":
      "A SubjectAccessReview or LocalSubjectAccessReview without `user` and `groups` is rejected.",
  }],
  [REVIEWS.convention, {
    "reviews.superuser-allowed": "Members of `system:masters` are allowed every action.",
  }, { harm: "availability" }],
  [REVIEWS.must, {
    "reviews.unbound-user-not-allowed":
      "A user without groups and without bindings is not allowed to access secrets.",
  }, { harm: "security" }],
  [REVIEWS.must, {
    "reviews.self-review-matches-request":
      "A request succeeds if a SelfSubjectAccessReview allows it, and is forbidden otherwise.",
  }],
  [AUTHENTICATION.must, {
    "reviews.self-always-allowed": "Every authenticated user may create a SelfSubjectAccessReview.",
  }, { harm: "availability" }],
  [AUTHENTICATION.must, {
    "reviews.self-review-ignores-subject":
      "A SelfSubjectAccessReview that names a user or groups is rejected or ignores them.",
  }, { harm: "security" }],
  [REVIEWS.must, {
    "reviews.resource-rules-correct":
      "An action permitted by a listed resource rule is allowed by a SelfSubjectAccessReview.",
    "reviews.rules-complete":
      "If `incomplete` is false, an action permitted by no listed rule is not allowed.",
    "reviews.rules-namespace-required": "A SelfSubjectRulesReview without `namespace` is rejected.",
    "reviews.rule-has-verbs": "Every entry of `resourceRules` has `verbs`.",
  }],
  [REVIEW_ENDPOINTS.must, {
    "reviews.create-only":
      "A review path supports no method other than POST, and no path below it is served.",
  }, { harm: "detail" }],
  [REVIEWS.must, {
    "reviews.api-version-returned":
      "A review is returned with its `apiVersion`, its `kind` and an object as `metadata`.",
  }],
  [REVIEW_ENDPOINTS.must, {
    "reviews.parameters-accepted":
      "The parameters `dryRun`, `fieldManager`, `fieldValidation` and `pretty` do not affect the decision of a review.",
  }, { harm: "detail" }],
  [REVIEWS.must, {
    "reviews.metadata-optional": "A review without `metadata` is answered.",
  }, { harm: "availability" }],
  [REVIEW_ENDPOINTS.must, {
    "reviews.body-required": "A request for a review without a body is rejected.",
    "reviews.local-path-needs-namespace":
      "The path of LocalSubjectAccessReviews contains a namespace.",
  }, { harm: "detail" }],
  [REVIEW_ENDPOINTS.must, {
    "reviews.body-of-its-kind": "A request for a review with a body of another kind is rejected.",
  }],
  [REVIEW_ENDPOINTS.convention, {
    "reviews.no-namespace-in-path":
      "Reviews other than LocalSubjectAccessReview are not served below a namespace.",
  }, { harm: "detail" }],
  [REVIEW_ENDPOINTS.must, {
    "reviews.dry-run-value": "A review with a value of `dryRun` other than `All` is rejected.",
  }, { feature: "dry-run", harm: "detail" }],
  [REVIEW_ENDPOINTS.convention, {
    "reviews.field-validation-value":
      "A review with a value of `fieldValidation` other than `Ignore`, `Warn` and `Strict` is rejected.",
  }, { feature: "field-validation", harm: "detail" }],
  [REVIEW_ENDPOINTS.must, {
    "reviews.unknown-fields":
      "An unknown field of a review is rejected with 400 under `Strict`, warned of under `Warn` and by default, and accepted under `Ignore`.",
    "reviews.unknown-fields-dropped": "An unknown field of an accepted review is not returned.",
  }, { feature: "field-validation" }],
  [REVIEWS.convention, {
    "reviews.deterministic":
      "Equal reviews get the same decision while roles and bindings are unchanged.",
  }],
  [REVIEWS.must, {
    "reviews.spec-required": "A review without `spec` is rejected.",
  }],
  [SERVICE.must, {
    "reviews.names-not-unique": "Several reviews may have the same name, as none is stored.",
  }, { harm: "availability" }],
  [REVIEWS.must, {
    "reviews.sent-status-ignored":
      "The server fills the `status` of a review, whatever `status` the request contains.",
  }, { harm: "security" }],
  [REVIEWS.must, {
    "reviews.explicit-denial": "The field `denied` is true if an action is explicitly denied.",
  }, {
    unchecked: "roles only permit, so that no request makes an authorizer deny explicitly",
    harm: "security",
  }],
  [REVIEWS.must, {
    "reviews.status-types":
      "In a review status `denied` is a boolean, and `reason` and `evaluationError` are strings.",
    "reviews.path-rule-has-verbs": "Every entry of `nonResourceRules` has `verbs`.",
    "reviews.path-rule-wildcard-last":
      "A `*` in `nonResourceURLs` of a listed rule is the whole last path segment.",
    "reviews.path-rules-correct":
      "A request permitted by a listed rule for paths is allowed by a SelfSubjectAccessReview.",
  }],
  [REVIEWS.must, {
    "reviews.extra-and-uid-passed":
      "The `extra` and `uid` of a SubjectAccessReview are passed to the authorizer.",
  }, { unchecked: "RBAC ignores both, so that no decision depends on them", harm: "security" }],
  [REVIEWS.must, {
    "reviews.incomplete-reported":
      "The field `incomplete` is true if an authorizer cannot list its rules.",
  }, { unchecked: "this needs an authorizer other than RBAC; complete lists are checked" }],
] as const satisfies readonly RequirementGroup[];
