/**
 * The requirements of the area `lifecycle`: deletion of objects, collections and namespaces, and finalizers.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const STATES = "States and transitions";
const OPERATIONS = "Operation templates";
const SHAPES = "Other shared shapes";
const SERVICE = "What the service does";

/** The requirements by id. */
export const requirements = {
  "lifecycle.live-has-no-deletion-time": {
    chapter: STATES,
    statement: "An object for which no delete request was sent has no `deletionTimestamp`.",
    level: "must",
  },
  "lifecycle.delete-without-finalizers-removes": {
    chapter: STATES,
    statement: "A delete request removes an object that has no finalizers.",
    level: "must",
  },
  "lifecycle.delete-sets-deletion-timestamp": {
    chapter: STATES,
    statement: "A delete request for an object with finalizers sets its `deletionTimestamp`.",
    level: "must",
  },
  "lifecycle.finalizing-can-be-read": {
    chapter: STATES,
    statement:
      "An object that is being deleted and has finalizers left can still be read with get and list.",
    level: "must",
  },
  "lifecycle.deletion-time-stays": {
    chapter: STATES,
    statement:
      "The `deletionTimestamp` stays that of the first delete request, whatever is written or requested later.",
    level: "must",
  },
  "lifecycle.stays-until-finalizers-are-empty": {
    chapter: STATES,
    statement: "An object is not removed while `metadata.finalizers` has entries.",
    level: "must",
  },
  "lifecycle.removed-when-finalizers-are-empty": {
    chapter: STATES,
    statement: "An object that is being deleted is removed once its last finalizer is removed.",
    level: "must",
  },
  "lifecycle.finalizers-in-any-order": {
    chapter: STATES,
    statement: "Finalizers can be removed in any order.",
    level: "must",
  },
  "lifecycle.finalizers-can-be-reordered": {
    chapter: STATES,
    statement:
      "The list `metadata.finalizers` can be reordered, also while the object is being deleted.",
    level: "must",
  },
  "lifecycle.emptied-finalizers-keep-live-object": {
    chapter: STATES,
    statement:
      "Removing all finalizers of an object that is not being deleted does not remove the object.",
    level: "must",
  },
  "lifecycle.name-taken-while-finalizing": {
    chapter: STATES,
    statement:
      "The name of an object that waits for its finalizers cannot be used for another object.",
    level: "must",
  },
  "lifecycle.name-free-after-removal": {
    chapter: STATES,
    statement:
      "After the object is removed, its name can be used for a new object, which has a uid of its own.",
    level: "must",
  },
  "lifecycle.no-new-finalizers": {
    chapter: STATES,
    statement: "No finalizer can be added to an object that is being deleted.",
    level: "convention",
  },
  "lifecycle.finalizing-can-be-changed": {
    chapter: STATES,
    statement: "Labels of an object that is being deleted can still be changed.",
    level: "convention",
  },
  "lifecycle.unqualified-finalizer-rejected": {
    chapter: STATES,
    statement: "A finalizer name without a domain is rejected with a 4xx Status.",
    level: "convention",
  },
  "lifecycle.delete-answers-success": {
    chapter: OPERATIONS,
    statement: "A delete request is answered 200 or 202.",
    level: "must",
  },
  "lifecycle.delete-answers-status": {
    chapter: "Errors",
    statement: "The response to deleting an object without finalizers is a Status.",
    level: "must",
  },
  "lifecycle.delete-with-finalizers-answers-status": {
    chapter: "Errors",
    statement: "The response to deleting an object with finalizers is a Status.",
    level: "must",
  },
  "lifecycle.missing-is-rejected": {
    chapter: OPERATIONS,
    statement: "A delete request for an object that does not exist gets 404 with a Status.",
    level: "convention",
  },
  "lifecycle.removed-is-not-found": {
    chapter: OPERATIONS,
    statement: "A get of a removed object gets 404 with a Status.",
    level: "convention",
  },
  "lifecycle.uid-precondition-met": {
    chapter: SHAPES,
    statement: "A delete request whose `preconditions.uid` is the object's uid succeeds.",
    level: "convention",
  },
  "lifecycle.uid-precondition-missed": {
    chapter: SHAPES,
    statement: "A delete request with another `preconditions.uid` gets 409 and deletes nothing.",
    level: "convention",
  },
  "lifecycle.version-precondition-met": {
    chapter: SHAPES,
    statement:
      "A delete request whose `preconditions.resourceVersion` is the object's resourceVersion succeeds.",
    level: "convention",
  },
  "lifecycle.version-precondition-missed": {
    chapter: SHAPES,
    statement:
      "A delete request with an old `preconditions.resourceVersion` gets 409 and deletes nothing.",
    level: "convention",
  },
  "lifecycle.collection-preconditions": {
    chapter: SHAPES,
    statement:
      "A deletecollection request whose `preconditions` an object does not meet is rejected and does not delete the object.",
    level: "convention",
  },
  "lifecycle.deletion-timestamp-is-now": {
    chapter: STATES,
    statement: "The `deletionTimestamp` is the current time of the first delete request.",
    level: "must",
  },
  "lifecycle.grace-period-is-zero": {
    chapter: STATES,
    statement:
      "The `deletionGracePeriodSeconds` of an object of these types is 0, whatever was requested.",
    level: "convention",
  },
  "lifecycle.propagation-accepted": {
    chapter: OPERATIONS,
    statement:
      "The values `Orphan`, `Background` and `Foreground` of `propagationPolicy` are accepted.",
    level: "must",
  },
  "lifecycle.propagation-starts-deletion": {
    chapter: OPERATIONS,
    statement:
      "With any `propagationPolicy`, a delete request removes the object or leaves it waiting for its finalizers.",
    level: "must",
  },
  "lifecycle.unknown-propagation-rejected": {
    chapter: OPERATIONS,
    statement:
      "A delete request with an unknown `propagationPolicy` is rejected and deletes nothing.",
    level: "convention",
  },
  "lifecycle.grace-period-accepted": {
    chapter: OPERATIONS,
    statement: "A delete request with `gracePeriodSeconds` succeeds.",
    level: "must",
  },
  "lifecycle.malformed-options-rejected": {
    chapter: SHAPES,
    statement: "A delete request with malformed DeleteOptions is rejected and deletes nothing.",
    level: "convention",
  },
  "lifecycle.collection-deletes-many": {
    chapter: SERVICE,
    statement:
      "A deletecollection request removes the objects without finalizers and sets the `deletionTimestamp` of those with finalizers.",
    level: "must",
  },
  "lifecycle.collection-in-one-namespace": {
    chapter: "Path shapes",
    statement: "A deletecollection request deletes nothing in other namespaces.",
    level: "must",
  },
  "lifecycle.all-namespaces-list-only": {
    chapter: "Resource and operation matrix",
    statement: "A deletecollection request over all namespaces is rejected.",
    level: "must",
  },
  "lifecycle.no-creation-in-terminating-namespace": {
    chapter: STATES,
    statement:
      "While a namespace is being deleted, nothing can be created in it; objects that exist can be changed.",
    level: "convention",
  },
  "lifecycle.namespace-deletion-in-watches": {
    chapter: "Events",
    statement:
      "A watch of a type, in a namespace or over all, receives an event of each object that is deleted with its namespace.",
    level: "must",
  },
  "lifecycle.namespace-deletion-deletes-content": {
    chapter: STATES,
    statement: "Deleting a namespace deletes the objects in it.",
    level: "must",
  },
  "lifecycle.collection-parameters-accepted": {
    chapter: OPERATIONS,
    statement:
      "A deletecollection request accepts `timeoutSeconds`, `pretty`, `gracePeriodSeconds` and `propagationPolicy`.",
    level: "must",
  },
} as const satisfies Record<string, Requirement>;
