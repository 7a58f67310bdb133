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
  "reviews.answered-in-kind": {
    chapter: ENDPOINTS,
    statement: "A review is answered 200, 201 or 202 with a body of its own kind.",
    level: "must",
  },
  "reviews.status-filled": {
    chapter: REVIEWS,
    statement: "The answer to an access review has a status that says whether it is allowed.",
    level: "must",
  },
  "reviews.rules-status-filled": {
    chapter: REVIEWS,
    statement: "The answer to a rules review has both lists of rules and says if it is incomplete.",
    level: "must",
  },
  "reviews.spec-kept": {
    chapter: REVIEWS,
    statement: "The answer to a review bears the spec it was asked with.",
    level: "convention",
  },
  "reviews.never-allowed-and-denied": {
    chapter: REVIEWS,
    statement: "What is allowed is not denied.",
    level: "must",
  },
  "reviews.self-one-attribute": {
    chapter: REVIEWS,
    statement: "A self review of both kinds of attributes, or of neither, is refused.",
    level: "must",
  },
  "reviews.subject-one-attribute": {
    chapter: REVIEWS,
    statement: "A subject review of both kinds of attributes, or of neither, is refused.",
    level: "must",
  },
  "reviews.local-one-attribute": {
    chapter: REVIEWS,
    statement: "A local review of both kinds of attributes, or of neither, is refused.",
    level: "must",
  },
  "reviews.local-namespace-equal": {
    chapter: REVIEWS,
    statement: "A local review that names another namespace than its path is refused.",
    level: "must",
  },
  "reviews.local-namespace-defaulted": {
    chapter: REVIEWS,
    statement: "A local review that names no namespace is about the one of its path.",
    level: "must",
  },
  "reviews.subject-needed": {
    chapter: REVIEWS,
    statement: "A subject review of neither a user nor a group is refused.",
    level: "convention",
  },
  "reviews.superuser-allowed": {
    chapter: REVIEWS,
    statement: "Members of system:masters are allowed everything.",
    level: "convention",
  },
  "reviews.nobody-not-allowed": {
    chapter: REVIEWS,
    statement: "A user without groups whom no binding names is not allowed to read secrets.",
    level: "must",
  },
  "reviews.self-agrees-with-attempt": {
    chapter: REVIEWS,
    statement: "What a self review allows is served, and what it does not allow is forbidden.",
    level: "must",
  },
  "reviews.self-always-allowed": {
    chapter: "Authentication",
    statement: "Every authenticated user may ask for their own access.",
    level: "must",
  },
  "reviews.self-believes-no-subject": {
    chapter: "Authentication",
    statement: "A user named in a self review is refused or not believed.",
    level: "must",
  },
  "reviews.rules-can-be-trusted": {
    chapter: REVIEWS,
    statement: "What a listed rule permits is allowed when a self review asks for it.",
    level: "must",
  },
  "reviews.rules-complete": {
    chapter: REVIEWS,
    statement: "What no rule of a complete list permits is not allowed.",
    level: "must",
  },
  "reviews.rules-namespace-required": {
    chapter: REVIEWS,
    statement: "A rules review without a namespace is refused.",
    level: "must",
  },
  "reviews.rule-has-verbs": {
    chapter: REVIEWS,
    statement: "Every rule of a rules review has verbs.",
    level: "must",
  },
  "reviews.create-only": {
    chapter: ENDPOINTS,
    statement: "A review can be created only: nothing else is served on its path.",
    level: "must",
  },
  "reviews.deterministic": {
    chapter: REVIEWS,
    statement: "The same review asked twice is decided the same while nothing changes.",
    level: "convention",
  },
  "reviews.spec-required": {
    chapter: REVIEWS,
    statement: "A review without a spec is refused.",
    level: "must",
  },
  "reviews.names-not-unique": {
    chapter: SERVICE,
    statement: "A review may bear the name of an earlier one, as none is kept.",
    level: "must",
  },
  "reviews.status-types": {
    chapter: REVIEWS,
    statement:
      "Of a decision denied is a boolean, reason and evaluationError are texts, where they are given.",
    level: "must",
  },
  "reviews.path-rule-has-verbs": {
    chapter: REVIEWS,
    statement: "Every rule for paths of a rules review has verbs.",
    level: "must",
  },
  "reviews.path-rule-star-is-last": {
    chapter: REVIEWS,
    statement: "A * in a listed rule's path is its whole last segment.",
    level: "must",
  },
  "reviews.path-rules-can-be-trusted": {
    chapter: REVIEWS,
    statement: "What a listed rule for paths permits is allowed when a self review asks for it.",
    level: "must",
  },
  "reviews.extra-and-uid-passed": {
    chapter: REVIEWS,
    statement: "The extra and uid of a subject review are passed to the authorizer.",
    level: "must",
    unchecked: "roles and bindings look at neither, so that no decision shows whether they arrived",
  },
  "reviews.incomplete-told": {
    chapter: REVIEWS,
    statement:
      "A rules review says that it is incomplete where an authorizer cannot list its rules.",
    level: "must",
    unchecked:
      "it takes another authorizer than roles and bindings; what is complete is held by what it lists",
  },
} as const satisfies Record<string, Requirement>;
