/**
 * The requirements of the area `lifecycle`: deletion of objects, collections and namespaces, and finalizers.
 *
 * @module
 */
import {
  ERRORS,
  EVENTS,
  MATRIX,
  OPERATIONS,
  PAGING,
  PATHS,
  SERVICE,
  SHAPES,
  STATES,
} from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [STATES.must, {
    "lifecycle.live-has-no-deletion-time":
      "An object for which no delete request was sent has no `deletionTimestamp`.",
    "lifecycle.delete-without-finalizers-removes":
      "A delete request removes an object that has no finalizers.",
    "lifecycle.stays-until-finalizers-are-empty":
      "An object is not removed while `metadata.finalizers` has entries.",
    "lifecycle.emptied-finalizers-keep-live-object":
      "Removing all finalizers of an object that is not being deleted does not remove the object.",
    "lifecycle.name-taken-while-finalizing":
      "The name of an object that waits for its finalizers cannot be used for another object.",
    "lifecycle.name-free-after-removal":
      "After the object is removed, its name can be used for a new object, which has a uid of its own.",
  }, { harm: "data-loss" }],
  [STATES.must, {
    "lifecycle.delete-sets-deletion-timestamp":
      "A delete request for an object with finalizers sets its `deletionTimestamp`.",
    "lifecycle.finalizing-can-be-read":
      "An object that is being deleted and has finalizers left can still be read with get and list.",
    "lifecycle.removed-when-finalizers-are-empty":
      "An object that is being deleted is removed once its last finalizer is removed.",
    "lifecycle.finalizers-in-any-order": "Finalizers can be removed in any order.",
  }, { harm: "availability" }],
  [STATES.must, {
    "lifecycle.deletion-time-stays":
      "The `deletionTimestamp` stays that of the first delete request, whatever is written or requested later.",
    "lifecycle.finalizers-can-be-reordered":
      "The list `metadata.finalizers` can be reordered, also while the object is being deleted.",
  }],
  [STATES.convention, {
    "lifecycle.no-new-finalizers": "No finalizer can be added to an object that is being deleted.",
  }],
  [STATES.convention, {
    "lifecycle.finalizing-can-be-changed":
      "Labels of an object that is being deleted can still be changed.",
  }, { harm: "availability" }],
  [STATES.convention, {
    "lifecycle.unqualified-finalizer-rejected":
      "A finalizer name without a domain is rejected with a 4xx Status.",
  }, { harm: "detail" }],
  [OPERATIONS.must, {
    "lifecycle.delete-answers-success": "A delete request is answered 200 or 202.",
  }],
  [ERRORS.must, {
    "lifecycle.delete-answers-status":
      "The response to deleting an object without finalizers is a Status.",
    "lifecycle.delete-with-finalizers-answers-status":
      "The response to deleting an object with finalizers is a Status.",
  }, { harm: "detail" }],
  [OPERATIONS.convention, {
    "lifecycle.missing-is-rejected":
      "A delete request for an object that does not exist gets 404 with a Status.",
    "lifecycle.removed-is-not-found": "A get of a removed object gets 404 with a Status.",
  }],
  [SHAPES.convention, {
    "lifecycle.uid-precondition-met":
      "A delete request whose `preconditions.uid` is the object's uid succeeds.",
    "lifecycle.version-precondition-met":
      "A delete request whose `preconditions.resourceVersion` is the object's resourceVersion succeeds.",
  }, { harm: "availability" }],
  [SHAPES.convention, {
    "lifecycle.uid-precondition-missed":
      "A delete request with another `preconditions.uid` gets 409 and deletes nothing.",
    "lifecycle.version-precondition-missed":
      "A delete request with an old `preconditions.resourceVersion` gets 409 and deletes nothing.",
    "lifecycle.collection-preconditions":
      "A deletecollection request whose `preconditions` an object does not meet is rejected and does not delete the object.",
  }, { harm: "data-loss" }],
  [STATES.must, {
    "lifecycle.deletion-timestamp-is-now":
      "The `deletionTimestamp` is the current time of the first delete request.",
  }],
  [STATES.convention, {
    "lifecycle.grace-period-is-zero":
      "The `deletionGracePeriodSeconds` of an object of these types is 0, whatever was requested.",
  }, { harm: "detail" }],
  [OPERATIONS.must, {
    "lifecycle.propagation-accepted":
      "The values `Orphan`, `Background` and `Foreground` of `propagationPolicy` are accepted.",
  }, { harm: "availability" }],
  [OPERATIONS.must, {
    "lifecycle.propagation-starts-deletion":
      "With any `propagationPolicy`, a delete request removes the object or leaves it waiting for its finalizers.",
  }],
  [OPERATIONS.convention, {
    "lifecycle.unknown-propagation-rejected":
      "A delete request with an unknown `propagationPolicy` is rejected and deletes nothing.",
  }, { harm: "data-loss" }],
  [OPERATIONS.must, {
    "lifecycle.grace-period-accepted": "A delete request with `gracePeriodSeconds` succeeds.",
  }, { harm: "availability" }],
  [SHAPES.convention, {
    "lifecycle.malformed-options-rejected":
      "A delete request with malformed DeleteOptions is rejected and deletes nothing.",
  }, { harm: "data-loss" }],
  [SERVICE.must, {
    "lifecycle.collection-deletes-many":
      "A deletecollection request removes the objects without finalizers and sets the `deletionTimestamp` of those with finalizers.",
  }, { harm: "data-loss" }],
  [PATHS.must, {
    "lifecycle.collection-in-one-namespace":
      "A deletecollection request deletes nothing in other namespaces.",
  }, { harm: "data-loss" }],
  [MATRIX.must, {
    "lifecycle.all-namespaces-list-only":
      "A deletecollection request over all namespaces is rejected.",
  }, { harm: "data-loss" }],
  [STATES.convention, {
    "lifecycle.no-creation-in-terminating-namespace":
      "While a namespace is being deleted, nothing can be created in it; objects that exist can be changed.",
  }, { harm: "data-loss" }],
  [EVENTS.must, {
    "lifecycle.namespace-deletion-in-watches":
      "A watch of a type, in a namespace or over all, receives an event of each object that is deleted with its namespace.",
  }, { harm: "data-loss" }],
  [STATES.must, {
    "lifecycle.namespace-deletion-deletes-content":
      "Deleting a namespace deletes the objects in it.",
    "lifecycle.namespace-deletion-in-one-namespace":
      "Deleting a namespace deletes no objects in other namespaces.",
  }, { harm: "data-loss" }],
  [PAGING.must, {
    "lifecycle.past-of-deleted-namespace":
      "Later pages, exact lists and watches from before the deletion of a namespace show the objects that were in it, or return 410.",
  }, { harm: "data-loss" }],
  [OPERATIONS.must, {
    "lifecycle.collection-parameters-accepted":
      "A deletecollection request accepts `timeoutSeconds`, `pretty`, `gracePeriodSeconds` and `propagationPolicy`.",
  }, { harm: "detail" }],
] as const satisfies readonly RequirementGroup[];
