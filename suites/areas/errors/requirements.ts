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

/** Statements by id. */
export const errors = {
  "errors.unknown-get": {
    chapter: AUTHENTICATION,
    statement: "With credentials nobody has, get is answered 401.",
    level: "must",
  },
  "errors.unknown-list": {
    chapter: AUTHENTICATION,
    statement: "With credentials nobody has, list is answered 401.",
    level: "must",
  },
  "errors.unknown-list-all-namespaces": {
    chapter: AUTHENTICATION,
    statement: "With credentials nobody has, a list of all namespaces is answered 401.",
    level: "must",
  },
  "errors.unknown-watch": {
    chapter: AUTHENTICATION,
    statement: "With credentials nobody has, watch is answered 401.",
    level: "must",
  },
  "errors.unknown-create": {
    chapter: AUTHENTICATION,
    statement: "With credentials nobody has, create is answered 401.",
    level: "must",
  },
  "errors.unknown-update": {
    chapter: AUTHENTICATION,
    statement: "With credentials nobody has, update is answered 401.",
    level: "must",
  },
  "errors.unknown-patch": {
    chapter: AUTHENTICATION,
    statement: "With credentials nobody has, patch is answered 401.",
    level: "must",
  },
  "errors.unknown-delete": {
    chapter: AUTHENTICATION,
    statement: "With credentials nobody has, delete is answered 401.",
    level: "must",
  },
  "errors.unknown-deletecollection": {
    chapter: AUTHENTICATION,
    statement: "With credentials nobody has, deletecollection is answered 401.",
    level: "must",
  },
  "errors.unknown-get-status": {
    chapter: AUTHENTICATION,
    statement: "With credentials nobody has, get of a status subresource is answered 401.",
    level: "must",
  },
  "errors.unknown-update-status": {
    chapter: AUTHENTICATION,
    statement: "With credentials nobody has, update of a status subresource is answered 401.",
    level: "must",
  },
  "errors.unknown-patch-status": {
    chapter: AUTHENTICATION,
    statement: "With credentials nobody has, patch of a status subresource is answered 401.",
    level: "must",
  },
  "errors.unknown-review": {
    chapter: AUTHENTICATION,
    statement: "With credentials nobody has, a review is answered 401.",
    level: "must",
    feature: "reviews",
  },
  "errors.missing-get": {
    chapter: AUTHENTICATION,
    statement: "Without credentials, get is refused unless anonymous callers may do it.",
    level: "must",
  },
  "errors.missing-list": {
    chapter: AUTHENTICATION,
    statement: "Without credentials, list is refused unless anonymous callers may do it.",
    level: "must",
  },
  "errors.missing-list-all-namespaces": {
    chapter: AUTHENTICATION,
    statement:
      "Without credentials, a list of all namespaces is refused unless anonymous callers may do it.",
    level: "must",
  },
  "errors.missing-watch": {
    chapter: AUTHENTICATION,
    statement: "Without credentials, watch is refused unless anonymous callers may do it.",
    level: "must",
  },
  "errors.missing-create": {
    chapter: AUTHENTICATION,
    statement: "Without credentials, create is refused unless anonymous callers may do it.",
    level: "must",
  },
  "errors.missing-update": {
    chapter: AUTHENTICATION,
    statement: "Without credentials, update is refused unless anonymous callers may do it.",
    level: "must",
  },
  "errors.missing-patch": {
    chapter: AUTHENTICATION,
    statement: "Without credentials, patch is refused unless anonymous callers may do it.",
    level: "must",
  },
  "errors.missing-delete": {
    chapter: AUTHENTICATION,
    statement: "Without credentials, delete is refused unless anonymous callers may do it.",
    level: "must",
  },
  "errors.missing-deletecollection": {
    chapter: AUTHENTICATION,
    statement:
      "Without credentials, deletecollection is refused unless anonymous callers may do it.",
    level: "must",
  },
  "errors.missing-get-status": {
    chapter: AUTHENTICATION,
    statement:
      "Without credentials, get of a status subresource is refused unless anonymous callers may do it.",
    level: "must",
  },
  "errors.missing-update-status": {
    chapter: AUTHENTICATION,
    statement:
      "Without credentials, update of a status subresource is refused unless anonymous callers may do it.",
    level: "must",
  },
  "errors.missing-patch-status": {
    chapter: AUTHENTICATION,
    statement:
      "Without credentials, patch of a status subresource is refused unless anonymous callers may do it.",
    level: "must",
  },
  "errors.missing-review": {
    chapter: AUTHENTICATION,
    statement: "Without credentials, a review is refused unless anonymous callers may do it.",
    level: "must",
    feature: "reviews",
  },
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
  "errors.one-object-a-create": {
    chapter: SERVICE,
    statement:
      "A create makes one object: a list of several is refused, and nothing of it is made.",
    level: "must",
  },
  "errors.subresource-of-one-object": {
    chapter: PATHS,
    statement: "A subresource is reached through its one object only, not across namespaces.",
    level: "must",
  },
} as const satisfies Record<string, Requirement>;
