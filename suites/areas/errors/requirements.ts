/**
 * The requirements of the area `errors`.
 *
 * @module
 */
import { AUTHENTICATION, ERRORS, MATRIX, PATHS, SERVICE } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

const REQUESTS = {
  "get": "A get",
  "list": "A list",
  "list-all-namespaces": "A list across all namespaces",
  "watch": "A watch",
  "create": "A create",
  "update": "An update",
  "patch": "A patch",
  "delete": "A delete",
  "deletecollection": "A deletecollection",
  "get-status": "A get of a `status` subresource",
  "update-status": "An update of a `status` subresource",
  "patch-status": "A patch of a `status` subresource",
} as const;
const REVIEWS = { review: "A create of a review" } as const;

const unauthorized = (request: string): string =>
  `${request} with an unknown bearer token returns 401.`;
const unlessAnonymous = (request: string): string =>
  `${request} without credentials returns 401 or 403 unless anonymous users are permitted to do it.`;

/** The requirements, by chapter and level. */
export const requirements = [
  [AUTHENTICATION.must, "errors.unknown-*", REQUESTS, unauthorized],
  [AUTHENTICATION.must, "errors.unknown-*", REVIEWS, unauthorized, { feature: "reviews" }],
  [AUTHENTICATION.must, {
    "errors.unknown-token-rejected": "A request with an unknown bearer token does not succeed.",
  }, { harm: "security" }],
  [AUTHENTICATION.must, "errors.missing-*", REQUESTS, unlessAnonymous, { harm: "security" }],
  [AUTHENTICATION.must, "errors.missing-*", REVIEWS, unlessAnonymous, {
    feature: "reviews",
    harm: "security",
  }],
  [ERRORS.convention, {
    "errors.missing-namespace":
      "A create in a namespace that does not exist is rejected with 404, unless the server needs no namespaces.",
  }],
  [AUTHENTICATION.must, {
    "errors.missing-credentials-unauthorized":
      "A request without credentials returns 401 rather than 403.",
  }],
  [AUTHENTICATION.must, {
    "errors.unauthenticated-changes-nothing":
      "An unauthenticated write leaves the object unchanged.",
  }, { harm: "security" }],
  [ERRORS.convention, {
    "errors.cause-for-each-field":
      "The details of an Invalid have a cause for each invalid field, with its name, the reason and a message.",
  }, { harm: "detail" }],
  [ERRORS.convention, {
    "errors.error-has-status-body":
      "The body of an error response is a Status with `apiVersion: v1` and `status: Failure`.",
    "errors.status-has-code": "The `code` of a Status equals the HTTP status of its response.",
    "errors.status-has-reason-and-message":
      "A Status with `status: Failure` has a `reason` and a `message`.",
    "errors.missing-object-not-found":
      "A get, patch or delete of an object that does not exist returns 404.",
  }],
  [MATRIX.convention, {
    "errors.unserved-path-not-found":
      "A path of a group, version or resource type that is not served returns 404.",
    "errors.wrong-method-not-allowed": "A method that a path does not support returns 405.",
  }, { harm: "detail" }],
  [ERRORS.convention, {
    "errors.taken-name-conflicts": "A create with the name of an existing object returns 409.",
    "errors.malformed-body-bad-request": "A body that cannot be parsed returns 400.",
  }],
  [ERRORS.convention, {
    "errors.stale-resource-version-conflicts":
      "An update with an outdated `metadata.resourceVersion` returns 409.",
  }, { harm: "data-loss" }],
  [SERVICE.must, {
    "errors.create-takes-one-object":
      "A create takes a single object: a list is rejected and none of its items is created.",
  }],
  [PATHS.must, {
    "errors.subresource-of-one-object":
      "A subresource is served below one object only, not below the all-namespaces path.",
  }, { harm: "detail" }],
] as const satisfies readonly RequirementGroup[];
