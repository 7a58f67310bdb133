/**
 * The requirements of the area `lifecycle`: how objects are deleted.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const STATES = "States and transitions";
const OPERATIONS = "Operation templates";
const SHAPES = "Other shared shapes";
const SERVICE = "What the service does";

/** Statements by id. */
export const lifecycle = {
  "lifecycle.live-has-no-deletion-time": {
    chapter: STATES,
    statement: "An object whose deletion nobody asked for has no deletionTimestamp.",
    level: "must",
  },
  "lifecycle.unheld-is-removed": {
    chapter: STATES,
    statement: "An object without finalizers is removed when its deletion is asked for.",
    level: "must",
  },
  "lifecycle.held-is-finalizing": {
    chapter: STATES,
    statement: "Asking to delete an object with finalizers sets its deletionTimestamp.",
    level: "must",
  },
  "lifecycle.finalizing-can-be-read": {
    chapter: STATES,
    statement:
      "An object with finalizers left is still there for gets and lists after its deletion.",
    level: "must",
  },
  "lifecycle.deletion-time-stays": {
    chapter: STATES,
    statement:
      "The deletionTimestamp is that of the first request, whatever is written or asked later.",
    level: "must",
  },
  "lifecycle.stays-until-list-is-empty": {
    chapter: STATES,
    statement: "An object is not removed while an entry is left in its finalizers.",
    level: "must",
  },
  "lifecycle.removed-when-list-is-empty": {
    chapter: STATES,
    statement: "An object being deleted is removed once its last finalizer is taken away.",
    level: "must",
  },
  "lifecycle.any-order": {
    chapter: STATES,
    statement: "Finalizers can be taken away in any order.",
    level: "must",
  },
  "lifecycle.can-be-reordered": {
    chapter: STATES,
    statement: "The list of finalizers can be put into another order, also during a deletion.",
    level: "must",
  },
  "lifecycle.finalizers-of-the-live": {
    chapter: STATES,
    statement: "An object that is not being deleted outlives the emptying of its finalizers.",
    level: "must",
  },
  "lifecycle.name-taken-while-finalizing": {
    chapter: STATES,
    statement: "The name of an object that waits for its finalizers is still taken.",
    level: "must",
  },
  "lifecycle.name-free-after-removal": {
    chapter: STATES,
    statement:
      "The name of an object that was finalized is free, for an object with a uid of its own.",
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
  "lifecycle.unqualified-finalizer-refused": {
    chapter: STATES,
    statement: "A finalizer whose name has no domain is refused with a Status of the 400s.",
    level: "convention",
  },
  "lifecycle.delete-answers-success": {
    chapter: OPERATIONS,
    statement: "A deletion is answered 200 or 202.",
    level: "must",
  },
  "lifecycle.delete-answers-status": {
    chapter: "Errors",
    statement: "The deletion of an object without finalizers is answered with a Status.",
    level: "must",
  },
  "lifecycle.held-delete-answers-status": {
    chapter: "Errors",
    statement: "The deletion of an object with finalizers is answered with a Status.",
    level: "must",
  },
  "lifecycle.missing-is-refused": {
    chapter: OPERATIONS,
    statement: "A deletion of what is not there is answered 404 with a Status.",
    level: "convention",
  },
  "lifecycle.removed-is-not-found": {
    chapter: OPERATIONS,
    statement: "A get of what was removed is answered 404 with a Status.",
    level: "convention",
  },
  "lifecycle.uid-precondition-met": {
    chapter: SHAPES,
    statement: "A deletion that names the object's uid is carried out.",
    level: "convention",
  },
  "lifecycle.uid-precondition-missed": {
    chapter: SHAPES,
    statement: "A deletion that names another uid is refused with 409 and deletes nothing.",
    level: "convention",
  },
  "lifecycle.version-precondition-met": {
    chapter: SHAPES,
    statement: "A deletion that names the object's version is carried out.",
    level: "convention",
  },
  "lifecycle.version-precondition-missed": {
    chapter: SHAPES,
    statement: "A deletion that names an old version is refused with 409 and deletes nothing.",
    level: "convention",
  },
  "lifecycle.propagation-accepted": {
    chapter: OPERATIONS,
    statement: "The propagation policies Orphan, Background and Foreground are accepted.",
    level: "convention",
  },
  "lifecycle.propagation-starts-deletion": {
    chapter: OPERATIONS,
    statement: "Under any propagation policy an object is removed or waits for its finalizers.",
    level: "must",
  },
  "lifecycle.unknown-propagation-refused": {
    chapter: OPERATIONS,
    statement: "A propagation policy nobody knows is refused and deletes nothing.",
    level: "convention",
  },
  "lifecycle.grace-period-accepted": {
    chapter: OPERATIONS,
    statement: "A deletion with gracePeriodSeconds is carried out.",
    level: "convention",
  },
  "lifecycle.malformed-options-refused": {
    chapter: SHAPES,
    statement: "A deletion whose options are malformed is refused and deletes nothing.",
    level: "convention",
  },
  "lifecycle.collection-deletes-many": {
    chapter: SERVICE,
    statement: "A deletion of a collection removes what has no finalizers and holds what has some.",
    level: "must",
  },
  "lifecycle.collection-in-one-namespace": {
    chapter: "Path shapes",
    statement: "A deletion of a collection leaves the other namespaces alone.",
    level: "must",
  },
  "lifecycle.all-namespaces-list-only": {
    chapter: "Resource and operation matrix",
    statement: "The collection over all namespaces cannot be deleted.",
    level: "convention",
  },
  "lifecycle.namespace-takes-content": {
    chapter: STATES,
    statement: "What is in a namespace is deleted with it.",
    level: "must",
  },
  "lifecycle.collection-parameters-taken": {
    chapter: OPERATIONS,
    statement:
      "A deletion of a collection takes timeoutSeconds, pretty, gracePeriodSeconds and propagationPolicy.",
    level: "must",
  },
} as const satisfies Record<string, Requirement>;
