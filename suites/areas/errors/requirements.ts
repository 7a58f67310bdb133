/**
 * The requirements of the area `errors`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const AUTHENTICATION = "Authentication";
const ERRORS = "Errors";
const PATHS = "Path shapes";
const SERVICE = "What the service does";
const MATRIX = "Resource and operation matrix";

/** The requirements by id. */
export const requirements = {
  "errors.unknown-get": {
    chapter: AUTHENTICATION,
    statement: "A get with an unknown bearer token returns 401.",
    level: "must",
  },
  "errors.unknown-list": {
    chapter: AUTHENTICATION,
    statement: "A list with an unknown bearer token returns 401.",
    level: "must",
  },
  "errors.unknown-list-all-namespaces": {
    chapter: AUTHENTICATION,
    statement: "A list across all namespaces with an unknown bearer token returns 401.",
    level: "must",
  },
  "errors.unknown-watch": {
    chapter: AUTHENTICATION,
    statement: "A watch with an unknown bearer token returns 401.",
    level: "must",
  },
  "errors.unknown-create": {
    chapter: AUTHENTICATION,
    statement: "A create with an unknown bearer token returns 401.",
    level: "must",
  },
  "errors.unknown-update": {
    chapter: AUTHENTICATION,
    statement: "An update with an unknown bearer token returns 401.",
    level: "must",
  },
  "errors.unknown-patch": {
    chapter: AUTHENTICATION,
    statement: "A patch with an unknown bearer token returns 401.",
    level: "must",
  },
  "errors.unknown-delete": {
    chapter: AUTHENTICATION,
    statement: "A delete with an unknown bearer token returns 401.",
    level: "must",
  },
  "errors.unknown-deletecollection": {
    chapter: AUTHENTICATION,
    statement: "A deletecollection with an unknown bearer token returns 401.",
    level: "must",
  },
  "errors.missing-namespace": {
    chapter: ERRORS,
    statement:
      "A create in a namespace that does not exist is rejected with 404, unless the server needs no namespaces.",
    level: "convention",
  },
  "errors.unknown-get-status": {
    chapter: AUTHENTICATION,
    statement: "A get of a `status` subresource with an unknown bearer token returns 401.",
    level: "must",
  },
  "errors.unknown-update-status": {
    chapter: AUTHENTICATION,
    statement: "An update of a `status` subresource with an unknown bearer token returns 401.",
    level: "must",
  },
  "errors.unknown-patch-status": {
    chapter: AUTHENTICATION,
    statement: "A patch of a `status` subresource with an unknown bearer token returns 401.",
    level: "must",
  },
  "errors.unknown-review": {
    chapter: AUTHENTICATION,
    statement: "A create of a review with an unknown bearer token returns 401.",
    level: "must",
    feature: "reviews",
  },
  "errors.missing-get": {
    chapter: AUTHENTICATION,
    statement:
      "A get without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    level: "must",
  },
  "errors.missing-list": {
    chapter: AUTHENTICATION,
    statement:
      "A list without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    level: "must",
  },
  "errors.missing-list-all-namespaces": {
    chapter: AUTHENTICATION,
    statement:
      "A list across all namespaces without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    level: "must",
  },
  "errors.missing-watch": {
    chapter: AUTHENTICATION,
    statement:
      "A watch without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    level: "must",
  },
  "errors.missing-create": {
    chapter: AUTHENTICATION,
    statement:
      "A create without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    level: "must",
  },
  "errors.missing-update": {
    chapter: AUTHENTICATION,
    statement:
      "An update without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    level: "must",
  },
  "errors.missing-patch": {
    chapter: AUTHENTICATION,
    statement:
      "A patch without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    level: "must",
  },
  "errors.missing-delete": {
    chapter: AUTHENTICATION,
    statement:
      "A delete without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    level: "must",
  },
  "errors.missing-deletecollection": {
    chapter: AUTHENTICATION,
    statement:
      "A deletecollection without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    level: "must",
  },
  "errors.missing-get-status": {
    chapter: AUTHENTICATION,
    statement:
      "A get of a `status` subresource without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    level: "must",
  },
  "errors.missing-update-status": {
    chapter: AUTHENTICATION,
    statement:
      "An update of a `status` subresource without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    level: "must",
  },
  "errors.missing-patch-status": {
    chapter: AUTHENTICATION,
    statement:
      "A patch of a `status` subresource without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    level: "must",
  },
  "errors.missing-review": {
    chapter: AUTHENTICATION,
    statement:
      "A create of a review without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    level: "must",
    feature: "reviews",
  },
  "errors.missing-credentials-unauthorized": {
    chapter: AUTHENTICATION,
    statement: "A request without credentials returns 401 rather than 403.",
    level: "must",
  },
  "errors.unauthenticated-changes-nothing": {
    chapter: AUTHENTICATION,
    statement: "An unauthenticated write leaves the object unchanged.",
    level: "must",
  },
  "errors.cause-for-each-field": {
    chapter: ERRORS,
    statement:
      "The details of an Invalid have a cause for each invalid field, with its name, the reason and a message.",
    level: "convention",
  },
  "errors.error-has-status-body": {
    chapter: ERRORS,
    statement:
      "The body of an error response is a Status with `apiVersion: v1` and `status: Failure`.",
    level: "convention",
  },
  "errors.status-has-code": {
    chapter: ERRORS,
    statement: "The `code` of a Status equals the HTTP status of its response.",
    level: "convention",
  },
  "errors.status-has-reason-and-message": {
    chapter: ERRORS,
    statement: "A Status with `status: Failure` has a `reason` and a `message`.",
    level: "convention",
  },
  "errors.missing-object-not-found": {
    chapter: ERRORS,
    statement: "A get, patch or delete of an object that does not exist returns 404.",
    level: "convention",
  },
  "errors.unserved-path-not-found": {
    chapter: MATRIX,
    statement: "A path of a group, version or resource type that is not served returns 404.",
    level: "convention",
  },
  "errors.wrong-method-not-allowed": {
    chapter: MATRIX,
    statement: "A method that a path does not support returns 405.",
    level: "convention",
  },
  "errors.taken-name-conflicts": {
    chapter: ERRORS,
    statement: "A create with the name of an existing object returns 409.",
    level: "convention",
  },
  "errors.stale-resource-version-conflicts": {
    chapter: ERRORS,
    statement: "An update with an outdated `metadata.resourceVersion` returns 409.",
    level: "convention",
  },
  "errors.malformed-body-bad-request": {
    chapter: ERRORS,
    statement: "A body that cannot be parsed returns 400.",
    level: "convention",
  },
  "errors.create-takes-one-object": {
    chapter: SERVICE,
    statement:
      "A create takes a single object: a list is rejected and none of its items is created.",
    level: "must",
  },
  "errors.subresource-of-one-object": {
    chapter: PATHS,
    statement: "A subresource is served below one object only, not below the all-namespaces path.",
    level: "must",
  },
} as const satisfies Record<string, Requirement>;
