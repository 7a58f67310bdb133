/**
 * The requirements of the area `errors`.
 *
 * @module
 */
import { AUTHENTICATION, ERRORS, MATRIX, PATHS, SERVICE } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [AUTHENTICATION.must, {
    "errors.unknown-get": "A get with an unknown bearer token returns 401.",
    "errors.unknown-list": "A list with an unknown bearer token returns 401.",
    "errors.unknown-list-all-namespaces":
      "A list across all namespaces with an unknown bearer token returns 401.",
    "errors.unknown-watch": "A watch with an unknown bearer token returns 401.",
    "errors.unknown-create": "A create with an unknown bearer token returns 401.",
    "errors.unknown-update": "An update with an unknown bearer token returns 401.",
    "errors.unknown-patch": "A patch with an unknown bearer token returns 401.",
    "errors.unknown-delete": "A delete with an unknown bearer token returns 401.",
    "errors.unknown-deletecollection":
      "A deletecollection with an unknown bearer token returns 401.",
  }],
  [ERRORS.convention, {
    "errors.missing-namespace":
      "A create in a namespace that does not exist is rejected with 404, unless the server needs no namespaces.",
  }],
  [AUTHENTICATION.must, {
    "errors.unknown-get-status":
      "A get of a `status` subresource with an unknown bearer token returns 401.",
    "errors.unknown-update-status":
      "An update of a `status` subresource with an unknown bearer token returns 401.",
    "errors.unknown-patch-status":
      "A patch of a `status` subresource with an unknown bearer token returns 401.",
  }],
  [AUTHENTICATION.must, {
    "errors.unknown-review": "A create of a review with an unknown bearer token returns 401.",
  }, { feature: "reviews" }],
  [AUTHENTICATION.must, {
    "errors.missing-get":
      "A get without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    "errors.missing-list":
      "A list without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    "errors.missing-list-all-namespaces":
      "A list across all namespaces without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    "errors.missing-watch":
      "A watch without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    "errors.missing-create":
      "A create without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    "errors.missing-update":
      "An update without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    "errors.missing-patch":
      "A patch without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    "errors.missing-delete":
      "A delete without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    "errors.missing-deletecollection":
      "A deletecollection without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    "errors.missing-get-status":
      "A get of a `status` subresource without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    "errors.missing-update-status":
      "An update of a `status` subresource without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
    "errors.missing-patch-status":
      "A patch of a `status` subresource without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
  }],
  [AUTHENTICATION.must, {
    "errors.missing-review":
      "A create of a review without credentials returns 401 or 403 unless anonymous users are permitted to do it.",
  }, { feature: "reviews" }],
  [AUTHENTICATION.must, {
    "errors.missing-credentials-unauthorized":
      "A request without credentials returns 401 rather than 403.",
    "errors.unauthenticated-changes-nothing":
      "An unauthenticated write leaves the object unchanged.",
  }],
  [ERRORS.convention, {
    "errors.cause-for-each-field":
      "The details of an Invalid have a cause for each invalid field, with its name, the reason and a message.",
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
  }],
  [ERRORS.convention, {
    "errors.taken-name-conflicts": "A create with the name of an existing object returns 409.",
    "errors.stale-resource-version-conflicts":
      "An update with an outdated `metadata.resourceVersion` returns 409.",
    "errors.malformed-body-bad-request": "A body that cannot be parsed returns 400.",
  }],
  [SERVICE.must, {
    "errors.create-takes-one-object":
      "A create takes a single object: a list is rejected and none of its items is created.",
  }],
  [PATHS.must, {
    "errors.subresource-of-one-object":
      "A subresource is served below one object only, not below the all-namespaces path.",
  }],
] as const satisfies readonly RequirementGroup[];
