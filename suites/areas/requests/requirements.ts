/**
 * The requirements of the area `requests`: what a request in a known state is answered, and what it
 * changes.
 *
 * @module
 */
import {
  APPLY,
  AUTHENTICATION,
  DRY_RUN,
  ERRORS,
  EVENTS,
  FIELD_VALIDATION,
  METADATA,
  OPERATIONS,
  PAGING,
  RESOURCE_VERSIONS,
  SERVICE,
  SHAPES,
  STATES,
} from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [OPERATIONS.must, {
    "requests.accepted":
      "A valid request succeeds, with any combination of the parameters of its operation and in any state of the object that permits it.",
  }, { harm: "availability" }],
  [STATES.convention, {
    "requests.terminating-accepts-writes":
      "An object that waits for its finalizers can be updated and patched.",
  }, { harm: "availability" }],
  [OPERATIONS.must, {
    "requests.answer-is-result":
      "The response to a write has the object with the changes that the request made.",
    "requests.list-agrees": "After any request a list shows the same state of the object as a get.",
  }],
  [OPERATIONS.must, {
    "requests.write-takes-effect":
      "After a successful write a get returns the object with exactly its changes.",
  }, { harm: "data-loss" }],
  [METADATA.must, {
    "requests.identity-kept": "No write changes the `uid` or the `creationTimestamp` of an object.",
    "requests.new-identity":
      "A created object has another `uid` than an earlier one with its name.",
  }, { harm: "data-loss" }],
  [RESOURCE_VERSIONS.must, {
    "requests.version-changes": "A write that changes an object gives it another resourceVersion.",
  }, { harm: "data-loss" }],
  [RESOURCE_VERSIONS.convention, {
    "requests.unchanged-keeps-version":
      "A write of the values that an object has keeps its resourceVersion.",
  }],
  [METADATA.convention, {
    "requests.generation":
      "The `generation` of a Deployment increases with a change of its `spec`, and with no other write.",
  }],
  [ERRORS.must, {
    "requests.refused-changes-nothing":
      "A request that is answered with an error changes no object.",
  }, { harm: "data-loss" }],
  [DRY_RUN.must, {
    "requests.dry-run-changes-nothing": "A dry-run request changes no object.",
  }, { harm: "data-loss" }],
  [EVENTS.must, {
    "requests.watch-shows-change":
      "A watch receives an event of each change, with the resulting object.",
  }, { harm: "data-loss" }],
  [EVENTS.must, {
    "requests.watch-silent": "A watch receives no event of a request that changes nothing.",
  }],
  [AUTHENTICATION.must, {
    "requests.unauthenticated-refused": "A request with an unknown bearer token gets 401.",
  }, { harm: "security" }],
  [DRY_RUN.must, {
    "requests.dry-run-value-refused":
      "A `dryRun` value other than `All` makes any write fail, whatever else it is.",
  }, { harm: "data-loss" }],
  [OPERATIONS.must, {
    "requests.body-refused":
      "A write with an empty or malformed body, or with one of another kind, is rejected.",
  }, { harm: "data-loss" }],
  [FIELD_VALIDATION.must, {
    "requests.wrong-type-refused":
      "A write that gives a field a value of another type is rejected.",
  }, { harm: "data-loss" }],
  [FIELD_VALIDATION.must, {
    "requests.missing-field-refused":
      "A write that leaves an object without a required field is rejected.",
  }],
  [OPERATIONS.convention, {
    "requests.place-refused":
      "A write whose body has another name or namespace than its path is rejected.",
  }, { harm: "data-loss" }],
  [FIELD_VALIDATION.must, {
    "requests.strict-refused":
      "With `fieldValidation=Strict` a write with an unknown or duplicate field is rejected.",
    "requests.field-dropped":
      "Without `Strict` a write with an unknown or duplicate field succeeds and drops that field.",
    "requests.dropped-with-warning":
      "A dropped field gives one warning with `Warn` and by default, and none with `Ignore`.",
  }, { feature: "field-validation" }],
  [FIELD_VALIDATION.must, {
    "requests.strict-code":
      "A create or update with an unknown or duplicate field gets 400 with `fieldValidation=Strict`.",
  }, { feature: "field-validation", harm: "detail" }],
  [SERVICE.must, {
    "requests.name-taken": "A create with the name of an existing object is rejected.",
  }, { harm: "data-loss" }],
  [RESOURCE_VERSIONS.convention, {
    "requests.precondition-refused":
      "A write or delete that names a resourceVersion or a uid that the object does not have is rejected.",
  }, { harm: "data-loss" }],
  [OPERATIONS.convention, {
    "requests.absent-refused":
      "A patch, delete or status write for an object that does not exist is rejected.",
  }],
  [APPLY.must, {
    "requests.conflict-refused":
      "An apply that changes a field of another manager without `force` is rejected.",
  }, { feature: "server-side-apply", harm: "data-loss" }],
  [APPLY.convention, {
    "requests.manager-required": "Every apply that names no `fieldManager` is rejected.",
  }, { feature: "server-side-apply" }],
  [SHAPES.convention, {
    "requests.options-refused":
      "A delete with an unknown `propagationPolicy`, with malformed DeleteOptions or with a malformed selector is rejected.",
  }, { harm: "data-loss" }],
  [ERRORS.convention, {
    "requests.refusal-code": "The status code of a rejected request is the one of its cause.",
    "requests.refusal-status": "A rejected request gets a 4xx status and a Status body.",
  }],
  [STATES.must, {
    "requests.delete-removes": "A delete removes an object without finalizers.",
    "requests.delete-waits":
      "A delete of an object with finalizers sets its `deletionTimestamp`, once, and removes nothing.",
  }, { harm: "data-loss" }],
  [OPERATIONS.must, {
    "requests.collection-deletes-selected":
      "A deletecollection without `limit` deletes every object that its selectors match, whatever its other parameters are.",
    "requests.collection-spares-others":
      "A deletecollection deletes no object that its selectors exclude, whatever its other parameters are.",
  }, { harm: "data-loss" }],
  [PAGING.must, {
    "requests.collection-limit":
      "With any selector and options a deletecollection deletes at most `limit` objects.",
  }, { harm: "data-loss" }],
  [SERVICE.convention, {
    "requests.status-only": "A write to the status subresource changes nothing but the `status`.",
  }, { harm: "data-loss" }],
  [OPERATIONS.must, {
    "requests.status-written": "A write to the status subresource changes the `status`.",
  }, { harm: "data-loss" }],
] as const satisfies readonly RequirementGroup[];
