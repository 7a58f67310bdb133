/**
 * The requirements of the area `operations`: the parameters, bodies and paths that each operation
 * takes, and the status codes that it returns.
 *
 * @module
 */
import { MATRIX, OPERATIONS, PATHS, SERVICE, VERSIONING } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [SERVICE.must, {
    "operations.one-object-only":
      "A patch or deletion of an object changes no object of the same name and another type.",
  }, { harm: "data-loss" }],
  [OPERATIONS.must, {
    "operations.get-parameters":
      "A get accepts the query parameter `pretty`, as does one of `status`.",
  }, { harm: "detail" }],
  [OPERATIONS.must, {
    "operations.list-parameters":
      "A list accepts each query parameter of its template, alone and together with another one.",
    "operations.create-parameters":
      "A create accepts `fieldManager`, `fieldValidation` and `pretty`.",
    "operations.update-parameters":
      "An update, also one of `status`, accepts `fieldManager`, `fieldValidation` and `pretty`.",
    "operations.patch-parameters":
      "A patch, also one of `status`, accepts `fieldManager`, `fieldValidation` and `pretty`; an apply accepts `force`.",
    "operations.delete-parameters":
      "A delete accepts `gracePeriodSeconds`, `pretty` and `propagationPolicy`.",
    "operations.delete-body":
      "A delete accepts a body with DeleteOptions, and works without a body.",
    "operations.deletecollection-body":
      "A deletecollection accepts a body with DeleteOptions, and works without a body.",
  }, { harm: "availability" }],
  [OPERATIONS.must, {
    "operations.deletecollection-parameters":
      "A deletecollection accepts each query parameter of its template, and deletes what the parameters select.",
    "operations.update-body":
      "An update, also of `status`, without a body or with an object of another kind or API version is rejected and changes nothing.",
    "operations.patch-body":
      "A patch without a body, or with a body that is no patch of its media type, is rejected and changes nothing.",
  }, { harm: "data-loss" }],
  [OPERATIONS.must, {
    "operations.integer-parameters":
      "A parameter of type integer whose value is not an integer is rejected.",
    "operations.create-body":
      "A create without a body, or with an object of another kind or API version, is rejected.",
  }],
  [VERSIONING.must, {
    "operations.apply-kind":
      "An apply whose body has another `apiVersion` or `kind` than its path, also another version of the group, is rejected and changes nothing.",
  }, { harm: "data-loss" }],
  [OPERATIONS.convention, {
    "operations.patch-kind":
      "A merge patch or JSON patch that sets another `kind`, or an `apiVersion` that the server does not know, is rejected and changes nothing.",
  }, { harm: "data-loss" }],
  [MATRIX.must, {
    "operations.all-namespaces-list-only":
      "The path of a type across all namespaces supports list only: other methods are rejected and change nothing.",
  }, { harm: "data-loss" }],
  [OPERATIONS.must, {
    "operations.one-object-verbs":
      "Update, patch and apply act on one object: on the path of a collection they are rejected and change nothing.",
  }, { harm: "data-loss" }],
  [PATHS.convention, {
    "operations.cluster-types-in-namespaces":
      "A cluster-scoped type has no paths below a namespace.",
  }, { harm: "detail" }],
  [PATHS.must, {
    "operations.namespace-required":
      "An object of a namespaced type, or its `status`, has no path without a namespace.",
  }],
  [MATRIX.must, {
    "operations.status-verbs":
      "The `status` of a Deployment supports get, update and patch, but no POST or DELETE.",
  }],
  [MATRIX.must, {
    "operations.subresources-listed-only":
      "A path below an object is rejected unless it is a subresource of its type: of the types here only Deployments have `status`.",
  }, { harm: "detail" }],
  [OPERATIONS.convention, {
    "operations.created-status": "A PUT or an apply that creates an object returns 201.",
  }],
  [OPERATIONS.must, {
    "operations.creating-updates":
      "An update of a missing object that creates it takes the parameters of an update: with `dryRun` it stores nothing, `fieldValidation=Strict` rejects unknown fields, and `fieldManager` owns the fields.",
  }, { harm: "data-loss" }],
  [OPERATIONS.convention, {
    "operations.updates-create": "An update of a role or binding that does not exist creates it.",
  }],
  [OPERATIONS.convention, {
    "operations.update-of-removed-rejected":
      "An update with the `uid` of an object that was removed is rejected, also where updates create: it is meant for another object.",
  }, { harm: "data-loss" }],
  [PATHS.convention, {
    "operations.slash-at-end":
      "A path of a collection or object with a slash at its end is the same path.",
    "operations.encoded-paths": "Percent-encoded letters in a path mean the letters.",
  }, { harm: "detail" }],
  [OPERATIONS.must, {
    "operations.many-members-kept":
      "An object keeps all of more than ten finalizers, owners, labels, annotations, rules, subjects, keys or containers, in whatever form they were written.",
    "operations.members-removed":
      "A write that leaves out or removes all labels, annotations, finalizers, owners, keys or subjects leaves none of them.",
    "operations.many-objects":
      "A list without `limit` has all of more than ten objects, and a deletion of the collection deletes them all.",
    "operations.large-collections":
      "Lists in each form, pages, a watch and a deletion of a collection show each of more than a thousand objects once, and as it is.",
  }, { harm: "data-loss" }],
] as const satisfies readonly RequirementGroup[];
