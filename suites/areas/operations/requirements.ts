/**
 * The requirements of the area `operations`: the parameters, bodies and paths that each operation
 * takes, and the status codes that it returns.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const TEMPLATES = "Operation templates";
const MATRIX = "Resource and operation matrix";
const PATHS = "Path shapes";

/** The requirements by id. */
export const requirements = {
  "operations.get-parameters": {
    chapter: TEMPLATES,
    statement: "A get accepts the query parameter `pretty`, as does one of `status`.",
    level: "must",
  },
  "operations.list-parameters": {
    chapter: TEMPLATES,
    statement:
      "A list accepts each query parameter of its template, alone and together with another one.",
    level: "must",
  },
  "operations.create-parameters": {
    chapter: TEMPLATES,
    statement: "A create accepts `fieldManager`, `fieldValidation` and `pretty`.",
    level: "must",
  },
  "operations.update-parameters": {
    chapter: TEMPLATES,
    statement:
      "An update, also one of `status`, accepts `fieldManager`, `fieldValidation` and `pretty`.",
    level: "must",
  },
  "operations.patch-parameters": {
    chapter: TEMPLATES,
    statement:
      "A patch, also one of `status`, accepts `fieldManager`, `fieldValidation` and `pretty`; an apply accepts `force`.",
    level: "must",
  },
  "operations.delete-parameters": {
    chapter: TEMPLATES,
    statement: "A delete accepts `gracePeriodSeconds`, `pretty` and `propagationPolicy`.",
    level: "must",
  },
  "operations.deletecollection-parameters": {
    chapter: TEMPLATES,
    statement:
      "A deletecollection accepts each query parameter of its template, and deletes what the parameters select.",
    level: "must",
  },
  "operations.delete-body": {
    chapter: TEMPLATES,
    statement: "A delete accepts a body with DeleteOptions, and works without a body.",
    level: "must",
  },
  "operations.deletecollection-body": {
    chapter: TEMPLATES,
    statement: "A deletecollection accepts a body with DeleteOptions, and works without a body.",
    level: "must",
  },
  "operations.integer-parameters": {
    chapter: TEMPLATES,
    statement: "A parameter of type integer whose value is not an integer is rejected.",
    level: "must",
  },
  "operations.create-body": {
    chapter: TEMPLATES,
    statement:
      "A create without a body, or with an object of another kind or API version, is rejected.",
    level: "must",
  },
  "operations.update-body": {
    chapter: TEMPLATES,
    statement:
      "An update, also of `status`, without a body or with an object of another kind or API version is rejected and changes nothing.",
    level: "must",
  },
  "operations.patch-body": {
    chapter: TEMPLATES,
    statement:
      "A patch without a body, or with a body that is no patch of its media type, is rejected and changes nothing.",
    level: "must",
  },
  "operations.apply-kind": {
    chapter: "Versioning",
    statement:
      "An apply whose body has another `apiVersion` or `kind` than its path, also another version of the group, is rejected and changes nothing.",
    level: "must",
  },
  "operations.patch-kind": {
    chapter: TEMPLATES,
    statement:
      "A merge patch or JSON patch that sets another `kind`, or an `apiVersion` that the server does not know, is rejected and changes nothing.",
    level: "convention",
  },
  "operations.all-namespaces-list-only": {
    chapter: MATRIX,
    statement:
      "The path of a type across all namespaces supports list only: other methods are rejected and change nothing.",
    level: "must",
  },
  "operations.one-object-verbs": {
    chapter: TEMPLATES,
    statement:
      "Update, patch and apply act on one object: on the path of a collection they are rejected and change nothing.",
    level: "must",
  },
  "operations.cluster-types-in-namespaces": {
    chapter: PATHS,
    statement: "A cluster-scoped type has no paths below a namespace.",
    level: "convention",
  },
  "operations.namespace-required": {
    chapter: PATHS,
    statement: "An object of a namespaced type, or its `status`, has no path without a namespace.",
    level: "must",
  },
  "operations.status-verbs": {
    chapter: MATRIX,
    statement:
      "The `status` of a Deployment supports get, update and patch, but no POST or DELETE.",
    level: "must",
  },
  "operations.subresources-listed-only": {
    chapter: MATRIX,
    statement:
      "A path below an object is rejected unless it is a subresource of its type: of the types here only Deployments have `status`.",
    level: "must",
  },
  "operations.created-status": {
    chapter: TEMPLATES,
    statement: "A PUT or an apply that creates an object returns 201.",
    level: "convention",
  },
  "operations.creating-updates": {
    chapter: TEMPLATES,
    statement:
      "An update of a missing object that creates it takes the parameters of an update: with `dryRun` it stores nothing, `fieldValidation=Strict` rejects unknown fields, and `fieldManager` owns the fields.",
    level: "must",
  },
  "operations.updates-create": {
    chapter: TEMPLATES,
    statement: "An update of a role or binding that does not exist creates it.",
    level: "convention",
  },
  "operations.update-of-removed-rejected": {
    chapter: TEMPLATES,
    statement:
      "An update with the `uid` of an object that was removed is rejected, also where updates create: it is meant for another object.",
    level: "convention",
  },
  "operations.slash-at-end": {
    chapter: PATHS,
    statement: "A path of a collection or object with a slash at its end is the same path.",
    level: "convention",
  },
  "operations.encoded-paths": {
    chapter: PATHS,
    statement: "Percent-encoded letters in a path mean the letters.",
    level: "convention",
  },
} as const satisfies Record<string, Requirement>;
