/**
 * The requirements of the area `requests`: what a request in a known state is answered, and what it
 * changes.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const TEMPLATES = "Operation templates";
const METADATA = "Common metadata facts";
const VERSIONS = "resourceVersion semantics";
const VALIDATION = "Field validation";
const DRY_RUN = "Dry run";
const APPLY = "Server-side apply";
const STATES = "States and transitions";
const ERRORS = "Errors";

/** The requirements by id. */
export const requirements = {
  "requests.accepted": {
    chapter: TEMPLATES,
    statement:
      "A valid request succeeds, with any combination of the parameters of its operation and in any state of the object that permits it.",
    level: "must",
  },
  "requests.terminating-accepts-writes": {
    chapter: STATES,
    statement: "An object that waits for its finalizers can be updated and patched.",
    level: "convention",
  },
  "requests.answer-is-result": {
    chapter: TEMPLATES,
    statement: "The response to a write has the object with the changes that the request made.",
    level: "must",
  },
  "requests.write-takes-effect": {
    chapter: TEMPLATES,
    statement: "After a successful write a get returns the object with exactly its changes.",
    level: "must",
  },
  "requests.list-agrees": {
    chapter: TEMPLATES,
    statement: "After any request a list shows the same state of the object as a get.",
    level: "must",
  },
  "requests.identity-kept": {
    chapter: METADATA,
    statement: "No write changes the `uid` or the `creationTimestamp` of an object.",
    level: "must",
  },
  "requests.new-identity": {
    chapter: METADATA,
    statement: "A created object has another `uid` than an earlier one with its name.",
    level: "must",
  },
  "requests.version-changes": {
    chapter: VERSIONS,
    statement: "A write that changes an object gives it another resourceVersion.",
    level: "must",
  },
  "requests.unchanged-keeps-version": {
    chapter: VERSIONS,
    statement: "A write of the values that an object has keeps its resourceVersion.",
    level: "convention",
  },
  "requests.generation": {
    chapter: METADATA,
    statement:
      "The `generation` of a Deployment increases with a change of its `spec`, and with no other write.",
    level: "convention",
  },
  "requests.refused-changes-nothing": {
    chapter: ERRORS,
    statement: "A request that is answered with an error changes no object.",
    level: "must",
  },
  "requests.dry-run-changes-nothing": {
    chapter: DRY_RUN,
    statement: "A dry-run request changes no object.",
    level: "must",
  },
  "requests.watch-shows-change": {
    chapter: "Events",
    statement: "A watch receives an event of each change, with the resulting object.",
    level: "must",
  },
  "requests.watch-silent": {
    chapter: "Events",
    statement: "A watch receives no event of a request that changes nothing.",
    level: "must",
  },
  "requests.unauthenticated-refused": {
    chapter: "Authentication",
    statement: "A request with an unknown bearer token gets 401.",
    level: "must",
  },
  "requests.dry-run-value-refused": {
    chapter: DRY_RUN,
    statement: "A `dryRun` value other than `All` makes any write fail, whatever else it is.",
    level: "must",
  },
  "requests.body-refused": {
    chapter: TEMPLATES,
    statement: "A write with an empty or malformed body, or with one of another kind, is rejected.",
    level: "must",
  },
  "requests.wrong-type-refused": {
    chapter: VALIDATION,
    statement: "A write that gives a field a value of another type is rejected.",
    level: "must",
  },
  "requests.missing-field-refused": {
    chapter: VALIDATION,
    statement: "A write that leaves an object without a required field is rejected.",
    level: "must",
  },
  "requests.place-refused": {
    chapter: TEMPLATES,
    statement: "A write whose body has another name or namespace than its path is rejected.",
    level: "convention",
  },
  "requests.strict-refused": {
    chapter: VALIDATION,
    statement:
      "With `fieldValidation=Strict` a write with an unknown or duplicate field is rejected.",
    level: "must",
    feature: "field-validation",
  },
  "requests.strict-code": {
    chapter: VALIDATION,
    statement:
      "A create or update with an unknown or duplicate field gets 400 with `fieldValidation=Strict`.",
    level: "must",
    feature: "field-validation",
  },
  "requests.field-dropped": {
    chapter: VALIDATION,
    statement:
      "Without `Strict` a write with an unknown or duplicate field succeeds and drops that field.",
    level: "must",
    feature: "field-validation",
  },
  "requests.dropped-with-warning": {
    chapter: VALIDATION,
    statement:
      "A dropped field gives one warning with `Warn` and by default, and none with `Ignore`.",
    level: "must",
    feature: "field-validation",
  },
  "requests.name-taken": {
    chapter: "What the service does",
    statement: "A create with the name of an existing object is rejected.",
    level: "must",
  },
  "requests.precondition-refused": {
    chapter: VERSIONS,
    statement:
      "A write or delete that names a resourceVersion or a uid that the object does not have is rejected.",
    level: "convention",
  },
  "requests.absent-refused": {
    chapter: TEMPLATES,
    statement: "A patch, delete or status write for an object that does not exist is rejected.",
    level: "convention",
  },
  "requests.conflict-refused": {
    chapter: APPLY,
    statement: "An apply that changes a field of another manager without `force` is rejected.",
    level: "must",
    feature: "server-side-apply",
  },
  "requests.manager-required": {
    chapter: APPLY,
    statement: "Every apply that names no `fieldManager` is rejected.",
    level: "convention",
    feature: "server-side-apply",
  },
  "requests.options-refused": {
    chapter: "Other shared shapes",
    statement:
      "A delete with an unknown `propagationPolicy`, with malformed DeleteOptions or with a malformed selector is rejected.",
    level: "convention",
  },
  "requests.refusal-code": {
    chapter: ERRORS,
    statement: "The status code of a rejected request is the one of its cause.",
    level: "convention",
  },
  "requests.refusal-status": {
    chapter: ERRORS,
    statement: "A rejected request gets a 4xx status and a Status body.",
    level: "convention",
  },
  "requests.delete-removes": {
    chapter: STATES,
    statement: "A delete removes an object without finalizers.",
    level: "must",
  },
  "requests.delete-waits": {
    chapter: STATES,
    statement:
      "A delete of an object with finalizers sets its `deletionTimestamp`, once, and removes nothing.",
    level: "must",
  },
  "requests.collection-deletes-selected": {
    chapter: TEMPLATES,
    statement:
      "A deletecollection without `limit` deletes every object that its selectors match, whatever its other parameters are.",
    level: "must",
  },
  "requests.collection-spares-others": {
    chapter: TEMPLATES,
    statement:
      "A deletecollection deletes no object that its selectors exclude, whatever its other parameters are.",
    level: "must",
  },
  "requests.collection-limit": {
    chapter: "Paging",
    statement: "With any selector and options a deletecollection deletes at most `limit` objects.",
    level: "must",
  },
  "requests.status-only": {
    chapter: "What the service does",
    statement: "A write to the status subresource changes nothing but the `status`.",
    level: "convention",
  },
  "requests.status-written": {
    chapter: TEMPLATES,
    statement: "A write to the status subresource changes the `status`.",
    level: "must",
  },
} as const satisfies Record<string, Requirement>;
