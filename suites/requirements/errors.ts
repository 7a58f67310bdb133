/**
 * The requirements of the area `errors`.
 *
 * @module
 */
import type { Requirement } from "./requirement.ts";

const AUTHENTICATION = "Authentication";
const ERRORS = "Errors";
const MATRIX = "Resource and operation matrix";

/** The statement that an operation with credentials nobody has is refused. */
function unknown(operation: string): Requirement & { level: "must" } {
  return {
    chapter: AUTHENTICATION,
    statement: `With credentials nobody has, ${operation} is answered 401.`,
    level: "must",
  };
}

/** The statement that an operation without credentials is refused. */
function missing(operation: string): Requirement & { level: "must" } {
  return {
    chapter: AUTHENTICATION,
    statement: `Without credentials, ${operation} is refused unless anonymous callers may do it.`,
    level: "must",
  };
}

/** Statements by id. */
export const errors = {
  "errors.unknown-get": unknown("get"),
  "errors.unknown-list": unknown("list"),
  "errors.unknown-list-all-namespaces": unknown("a list of all namespaces"),
  "errors.unknown-watch": unknown("watch"),
  "errors.unknown-create": unknown("create"),
  "errors.unknown-update": unknown("update"),
  "errors.unknown-patch": unknown("patch"),
  "errors.unknown-delete": unknown("delete"),
  "errors.unknown-deletecollection": unknown("deletecollection"),
  "errors.unknown-get-status": unknown("get of a status subresource"),
  "errors.unknown-update-status": unknown("update of a status subresource"),
  "errors.unknown-patch-status": unknown("patch of a status subresource"),
  "errors.unknown-review": unknown("a review"),
  "errors.missing-get": missing("get"),
  "errors.missing-list": missing("list"),
  "errors.missing-list-all-namespaces": missing("a list of all namespaces"),
  "errors.missing-watch": missing("watch"),
  "errors.missing-create": missing("create"),
  "errors.missing-update": missing("update"),
  "errors.missing-patch": missing("patch"),
  "errors.missing-delete": missing("delete"),
  "errors.missing-deletecollection": missing("deletecollection"),
  "errors.missing-get-status": missing("get of a status subresource"),
  "errors.missing-update-status": missing("update of a status subresource"),
  "errors.missing-patch-status": missing("patch of a status subresource"),
  "errors.missing-review": missing("a review"),
  "errors.missing-credentials-unauthorized": {
    chapter: AUTHENTICATION,
    statement: "A request without credentials is answered 401, not 403.",
    level: "convention",
  },
  "errors.unauthenticated-changes-nothing": {
    chapter: AUTHENTICATION,
    statement: "A write that is not authenticated leaves what it speaks of as it was.",
    level: "must",
  },
  "errors.refusal-has-status-body": {
    chapter: ERRORS,
    statement: "The body of a refusal is a Status of apiVersion v1 that says Failure.",
    level: "convention",
  },
  "errors.status-bears-code": {
    chapter: ERRORS,
    statement: "The code in a Status is the status of the answer.",
    level: "convention",
  },
  "errors.status-bears-reason-and-message": {
    chapter: ERRORS,
    statement: "A Status that says Failure gives a reason and a message.",
    level: "convention",
  },
  "errors.missing-object-not-found": {
    chapter: ERRORS,
    statement: "A get, patch or delete of an object that is not there is answered 404.",
    level: "convention",
  },
  "errors.unserved-path-not-found": {
    chapter: MATRIX,
    statement: "A path of a type, version or group nobody serves is answered 404.",
    level: "convention",
  },
  "errors.wrong-method-not-allowed": {
    chapter: MATRIX,
    statement: "A method the path has no operation for is answered 405.",
    level: "convention",
  },
  "errors.taken-name-conflicts": {
    chapter: ERRORS,
    statement: "A create under a name that is taken is answered 409.",
    level: "convention",
  },
  "errors.stale-version-conflicts": {
    chapter: ERRORS,
    statement: "An update with the version of an earlier state is answered 409.",
    level: "convention",
  },
  "errors.malformed-body-bad-request": {
    chapter: ERRORS,
    statement: "A body that cannot be read is answered 400.",
    level: "convention",
  },
} as const satisfies Record<string, Requirement>;
