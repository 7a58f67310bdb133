/**
 * The requirements of the area `exchanges`: what must be true of every request and its response,
 * whatever a check is about.
 *
 * @module
 */
import {
  DEPLOYMENT,
  DRY_RUN,
  ERRORS,
  EVENTS,
  METADATA,
  NEGOTIATION,
  OPERATIONS,
  PAGING,
  RESOURCE_VERSIONS,
  RESOURCES,
  STATES,
  TABLE,
} from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [OPERATIONS.must, {
    "exchanges.success-status": "A successful request returns one of the status codes of its verb.",
    "exchanges.success-kind":
      "A successful response has the `kind` and `apiVersion` that the verb returns for the resource.",
  }],
  [OPERATIONS.must, {
    "exchanges.requested-object":
      "The object in a response has the name and namespace of the request, and items of a list are in its namespace.",
  }, { harm: "security" }],
  [NEGOTIATION.must, {
    "exchanges.media-type":
      "A successful response has a media type that the request accepts, JSON by default, and a body of this media type.",
  }, { harm: "availability" }],
  [METADATA.must, {
    "exchanges.server-metadata":
      "Every stored object in a response has a `uid`, a `resourceVersion` and a `creationTimestamp`.",
    "exchanges.deletion-time-constant":
      "A `deletionTimestamp` has one value in every response that shows it for an object.",
  }],
  [METADATA.must, {
    "exchanges.constant-metadata":
      "Objects with one `uid` have the same name, namespace and `creationTimestamp` in every response.",
  }, { harm: "data-loss" }],
  [RESOURCE_VERSIONS.must, {
    "exchanges.one-state-per-version":
      "An object has the same content in all responses and events with the same `uid` and `resourceVersion`.",
  }, { harm: "data-loss" }],
  [RESOURCE_VERSIONS.must, {
    "exchanges.get-is-current":
      "A get without `resourceVersion` never returns a state that was replaced before it.",
  }],
  [OPERATIONS.must, {
    "exchanges.write-is-persisted":
      "An object whose write succeeded can be read until it is deleted.",
  }, { harm: "data-loss" }],
  [METADATA.must, {
    "exchanges.list-metadata":
      "A list has `items` and a `resourceVersion`; `continue` is text, and `remainingItemCount` is a positive number present only if more items follow and no selector was given.",
  }],
  [PAGING.must, {
    "exchanges.list-limit": "No list with a `limit` has more items, except at `resourceVersion` 0.",
  }],
  [RESOURCES.must, {
    "exchanges.field-types":
      "Every field of an object in a response has its type, and none is missing that its kind requires.",
  }, { harm: "availability" }],
  [METADATA.must, {
    "exchanges.labels-as-written":
      "The response to a create or update has every label and annotation that was sent.",
  }, { harm: "data-loss" }],
  [METADATA.must, {
    "exchanges.lists-as-written":
      "The response to a create, update, merge patch or apply has every finalizer and owner that was sent.",
  }, { harm: "data-loss" }],
  [RESOURCE_VERSIONS.must, {
    "exchanges.list-is-current":
      "A list without `resourceVersion` has every object that was written before it and that its selectors match.",
  }],
  [OPERATIONS.must, {
    "exchanges.reads-show-last-write":
      "A get or list shows the fields of an object as the response to its last successful write did: rejected and dry-run writes change nothing.",
    "exchanges.fields-as-written":
      "The response to a create, update, patch or apply has the fields that were sent, with their values.",
    "exchanges.unnamed-fields-kept":
      "A write changes no field that it does not name: not by a patch, a status, a scale or a deletion that finalizers hold, in no form.",
  }, { harm: "data-loss" }],
  [DEPLOYMENT.convention, {
    "exchanges.template-as-written":
      "The response to a create, update or merge patch has the pod template that was sent: containers with their environment and ports, annotations and `nodeSelector`.",
  }, { harm: "data-loss" }],
  [OPERATIONS.must, {
    "exchanges.update-replaces":
      "An update replaces the object: a field that it leaves out and that the write before had set is absent or has its default.",
    "exchanges.null-removes":
      "A field that a merge patch sets to null is absent, or has its default, in the response.",
  }, { harm: "data-loss" }],
  [METADATA.must, {
    "exchanges.write-keeps-uid": "An update or patch of an existing object keeps its `uid`.",
  }, { harm: "data-loss" }],
  [STATES.must, {
    "exchanges.delete-takes-effect":
      "After a delete that returned 200 the object is gone or has a `deletionTimestamp` in every read.",
    "exchanges.deletion-not-undone":
      "An object with a `deletionTimestamp` keeps it until it is removed.",
  }, { harm: "data-loss" }],
  [DRY_RUN.must, {
    "exchanges.dry-run-not-persisted": "An object that only a dry run has created cannot be read.",
  }, { feature: "dry-run", harm: "data-loss" }],
  [OPERATIONS.must, {
    "exchanges.matches-selector":
      "Every item of a list, row of a Table and watch event matches the `labelSelector` and `fieldSelector` of the request.",
  }, { harm: "data-loss" }],
  [TABLE.must, {
    "exchanges.table-shape":
      "A request that accepts only Tables gets one of the meta group with columns that have a name and a type.",
  }],
  [TABLE.convention, {
    "exchanges.table-rows":
      "The rows of a Table have a cell for each column and show objects of the request; its `metadata` has a `resourceVersion`.",
  }, { harm: "detail" }],
  [METADATA.convention, {
    "exchanges.generation-follows-spec":
      "A write changes `metadata.generation` of a Deployment if it changes the `spec`, and that of no other object.",
  }],
  [EVENTS.must, {
    "exchanges.event-shape":
      "Each watch event has a known type and an object of the watched `apiVersion`, `kind` and namespace; the one of a creation is ADDED.",
  }, { harm: "data-loss" }],
  [METADATA.convention, {
    "exchanges.one-spec-per-generation":
      "A Deployment has one `spec` for each value of `metadata.generation`.",
  }],
  [ERRORS.convention, {
    "exchanges.error-status":
      "A Status of an error has `apiVersion` v1, `metadata`, the status `Failure` and a `code` equal to the HTTP status of the response; a `Retry-After` header has seconds or a date.",
    "exchanges.error-reason":
      "The `reason` of a Status is the one that belongs to its HTTP status.",
  }],
  [OPERATIONS.convention, {
    "exchanges.deletion-status":
      "The Status of a deletion has the status Success, and its details name the object.",
  }, { harm: "detail" }],
  [OPERATIONS.convention, {
    "exchanges.valid-request-accepted":
      "A valid request that a check makes on the way is not rejected as invalid, with 400 or 422.",
  }, { harm: "availability" }],
  [ERRORS.convention, {
    "exchanges.no-internal-error":
      "No request that the checks send is answered with the HTTP status 500.",
  }],
  [ERRORS.convention, {
    "exchanges.error-names-object":
      "The details of NotFound, AlreadyExists, Conflict and Invalid name the object of the request.",
    "exchanges.error-names-type":
      "The details of NotFound, AlreadyExists, Conflict and Invalid have the kind and group of the request.",
    "exchanges.error-message":
      "A Status of an error has a message; each of its causes has a reason and a message, and a cause of Invalid names the field.",
  }, { harm: "detail" }],
  [METADATA.convention, {
    "exchanges.managed-fields":
      "Each entry of `managedFields` has an operation, an `apiVersion`, and fields of type `FieldsV1` that the kind has.",
  }],
  [ERRORS.convention, {
    "exchanges.warning-header":
      "A `Warning` header consists of items of the form of RFC 7234 with code 299.",
  }, { harm: "detail" }],
] as const satisfies readonly RequirementGroup[];
