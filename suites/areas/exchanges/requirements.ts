/**
 * The requirements of the area `exchanges`: what must be true of every request and its response,
 * whatever a check is about.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const TEMPLATES = "Operation templates";
const METADATA = "Common metadata facts";
const VERSIONS = "resourceVersion semantics";
const NEGOTIATION = "Content negotiation";
const ERRORS = "Errors";

/** Requirements by id. */
export const requirements = {
  "exchanges.success-status": {
    chapter: TEMPLATES,
    statement: "A successful request returns one of the status codes of its verb.",
    level: "must",
  },
  "exchanges.success-kind": {
    chapter: TEMPLATES,
    statement:
      "A successful response has the `kind` and `apiVersion` that the verb returns for the resource.",
    level: "must",
  },
  "exchanges.requested-object": {
    chapter: TEMPLATES,
    statement:
      "The object in a response has the name and namespace of the request, and items of a list are in its namespace.",
    level: "must",
  },
  "exchanges.media-type": {
    chapter: NEGOTIATION,
    statement:
      "A successful response has a media type that the request accepts, JSON by default, and a body of this media type.",
    level: "must",
  },
  "exchanges.server-metadata": {
    chapter: METADATA,
    statement:
      "Every stored object in a response has a `uid`, a `resourceVersion` and a `creationTimestamp`.",
    level: "must",
  },
  "exchanges.constant-metadata": {
    chapter: METADATA,
    statement:
      "Objects with one `uid` have the same name, namespace and `creationTimestamp` in every response.",
    level: "must",
  },
  "exchanges.deletion-time-constant": {
    chapter: METADATA,
    statement: "A `deletionTimestamp` has one value in every response that shows it for an object.",
    level: "must",
  },
  "exchanges.one-state-per-version": {
    chapter: VERSIONS,
    statement:
      "An object has the same content in all responses and events with the same `uid` and `resourceVersion`.",
    level: "must",
  },
  "exchanges.get-is-current": {
    chapter: VERSIONS,
    statement: "A get without `resourceVersion` never returns a state that was replaced before it.",
    level: "must",
  },
  "exchanges.write-is-persisted": {
    chapter: TEMPLATES,
    statement: "An object whose write succeeded can be read until it is deleted.",
    level: "must",
  },
  "exchanges.list-metadata": {
    chapter: METADATA,
    statement:
      "A list has `items` and a `resourceVersion`; `continue` is text, and `remainingItemCount` is a positive number present only if more items follow and no selector was given.",
    level: "must",
  },
  "exchanges.list-limit": {
    chapter: "Paging",
    statement: "No list with a `limit` has more items, except at `resourceVersion` 0.",
    level: "must",
  },
  "exchanges.field-types": {
    chapter: "Resources and their fields",
    statement:
      "Every field of an object in a response has its type, and none is missing that its kind requires.",
    level: "must",
  },
  "exchanges.labels-as-written": {
    chapter: METADATA,
    statement: "The response to a create or update has every label and annotation that was sent.",
    level: "must",
  },
  "exchanges.list-is-current": {
    chapter: VERSIONS,
    statement:
      "A list without `resourceVersion` has every object that was written before it and that its selectors match.",
    level: "must",
  },
  "exchanges.reads-show-last-write": {
    chapter: TEMPLATES,
    statement:
      "A get or list shows the fields of an object as the response to its last successful write did: rejected and dry-run writes change nothing.",
    level: "must",
  },
  "exchanges.fields-as-written": {
    chapter: TEMPLATES,
    statement:
      "The response to a create, update, merge patch or apply has the fields that were sent, with their values.",
    level: "must",
  },
  "exchanges.template-as-written": {
    chapter: "Deployment (group `apps`, version `v1`)",
    statement:
      "The response to a create, update or merge patch has the pod template that was sent: containers with their environment and ports, annotations and `nodeSelector`.",
    level: "convention",
  },
  "exchanges.update-replaces": {
    chapter: TEMPLATES,
    statement:
      "An update replaces the object: a field that it leaves out and that the write before had set is absent or has its default.",
    level: "must",
  },
  "exchanges.null-removes": {
    chapter: TEMPLATES,
    statement:
      "A field that a merge patch sets to null is absent, or has its default, in the response.",
    level: "must",
  },
  "exchanges.write-keeps-uid": {
    chapter: METADATA,
    statement: "An update or patch of an existing object keeps its `uid`.",
    level: "must",
  },
  "exchanges.delete-takes-effect": {
    chapter: "States and transitions",
    statement:
      "After a delete that returned 200 the object is gone or has a `deletionTimestamp` in every read.",
    level: "must",
  },
  "exchanges.deletion-not-undone": {
    chapter: "States and transitions",
    statement: "An object with a `deletionTimestamp` keeps it until it is removed.",
    level: "must",
  },
  "exchanges.dry-run-not-persisted": {
    chapter: "Dry run (POST, PUT, PATCH, DELETE)",
    statement: "An object that only a dry run has created cannot be read.",
    level: "must",
    feature: "dry-run",
  },
  "exchanges.matches-selector": {
    chapter: TEMPLATES,
    statement:
      "Every item of a list, row of a Table and watch event matches the `labelSelector` and `fieldSelector` of the request.",
    level: "must",
  },
  "exchanges.table-shape": {
    chapter: "Table representation",
    statement:
      "A request that accepts only Tables gets one of the meta group with columns that have a name and a type.",
    level: "must",
    feature: "table",
  },
  "exchanges.table-rows": {
    chapter: "Table representation",
    statement:
      "The rows of a Table have a cell for each column and show objects of the request; its `metadata` has a `resourceVersion`.",
    level: "convention",
    feature: "table",
  },
  "exchanges.generation-follows-spec": {
    chapter: METADATA,
    statement:
      "A write changes `metadata.generation` of a Deployment if it changes the `spec`, and that of no other object.",
    level: "convention",
  },
  "exchanges.event-shape": {
    chapter: "Events",
    statement:
      "Each watch event has a known type and an object of the watched `apiVersion`, `kind` and namespace; the one of a creation is ADDED.",
    level: "must",
  },
  "exchanges.one-spec-per-generation": {
    chapter: METADATA,
    statement: "A Deployment has one `spec` for each value of `metadata.generation`.",
    level: "convention",
  },
  "exchanges.error-status": {
    chapter: ERRORS,
    statement:
      "A Status of an error has `apiVersion` v1, `metadata`, the status `Failure` and a `code` equal to the HTTP status of the response; a `Retry-After` header has seconds or a date.",
    level: "convention",
  },
  "exchanges.error-reason": {
    chapter: ERRORS,
    statement: "The `reason` of a Status is the one that belongs to its HTTP status.",
    level: "convention",
  },
  "exchanges.deletion-status": {
    chapter: TEMPLATES,
    statement: "The Status of a deletion has the status Success, and its details name the object.",
    level: "convention",
  },
  "exchanges.valid-request-accepted": {
    chapter: TEMPLATES,
    statement:
      "A valid request that a check makes on the way is not rejected as invalid, with 400 or 422.",
    level: "convention",
  },
  "exchanges.no-internal-error": {
    chapter: ERRORS,
    statement: "No request that the checks send is answered with the HTTP status 500.",
    level: "convention",
  },
  "exchanges.error-names-object": {
    chapter: ERRORS,
    statement:
      "The details of NotFound, AlreadyExists, Conflict and Invalid name the object of the request.",
    level: "convention",
  },
  "exchanges.error-names-type": {
    chapter: ERRORS,
    statement:
      "The details of NotFound, AlreadyExists, Conflict and Invalid have the kind and group of the request.",
    level: "convention",
  },
  "exchanges.error-message": {
    chapter: ERRORS,
    statement:
      "A Status of an error has a message; each of its causes has a reason and a message, and a cause of Invalid names the field.",
    level: "convention",
  },
  "exchanges.managed-fields": {
    chapter: METADATA,
    statement:
      "Each entry of `managedFields` has an operation, an `apiVersion`, and fields of type `FieldsV1` that the kind has.",
    level: "convention",
  },
  "exchanges.warning-header": {
    chapter: ERRORS,
    statement: "A `Warning` header consists of items of the form of RFC 7234 with code 299.",
    level: "convention",
  },
} as const satisfies Record<string, Requirement>;
