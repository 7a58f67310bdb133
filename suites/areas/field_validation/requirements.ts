/**
 * The requirements of the area `field-validation`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const VALIDATION = "Field validation (POST, PUT, PATCH)";
const ERRORS = "Errors";
const ROLES = "Role-based access control resources";
const DEPLOYMENT = "Deployment (group `apps`, version `v1`)";

/** The requirements by id. */
export const requirements = {
  "field-validation.unknown-dropped": {
    chapter: VALIDATION,
    statement: "A field that is not in the schema is dropped and never returned.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.duplicate-dropped": {
    chapter: VALIDATION,
    statement: "Of the values of a duplicate field one is stored and the others are dropped.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.status-fields": {
    chapter: VALIDATION,
    statement:
      "Fields of a write to the status subresource are validated like those of a complete object.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.strategic-merge-fields": {
    chapter: VALIDATION,
    statement: "Fields of a strategic merge patch are validated like those of a complete object.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.apply-duplicate-fields": {
    chapter: VALIDATION,
    statement:
      "Duplicate fields of an apply are dropped, with a warning or an error if `fieldValidation` " +
      "demands it.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.apply-unknown-fields": {
    chapter: VALIDATION,
    statement:
      "Unknown fields of an apply are dropped, with a warning or an error if `fieldValidation` " +
      "demands it.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.other-fields-kept": {
    chapter: VALIDATION,
    statement:
      "Only unknown and duplicate fields are dropped: all other fields are stored as sent.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.ignore-accepts": {
    chapter: VALIDATION,
    statement: "With `fieldValidation=Ignore` a body with unknown or duplicate fields is accepted.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.ignore-silent": {
    chapter: VALIDATION,
    statement: "With `fieldValidation=Ignore` dropped fields cause no warning.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.warn-accepts": {
    chapter: VALIDATION,
    statement: "With `fieldValidation=Warn` a body with unknown or duplicate fields is accepted.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.warn-one-each": {
    chapter: VALIDATION,
    statement: "With `fieldValidation=Warn` the `Warning` header has one item per dropped field.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.warning-well-formed": {
    chapter: ERRORS,
    statement: "An item of the `Warning` header is a three-digit code, an agent and a quoted text.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.warning-names-field": {
    chapter: VALIDATION,
    statement: "The `Warning` item for a dropped field contains the name of the field.",
    level: "convention",
    feature: "field-validation",
  },
  "field-validation.default-is-warn": {
    chapter: VALIDATION,
    statement: "The default of `fieldValidation` is `Warn`.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.strict-rejects-unknown": {
    chapter: VALIDATION,
    statement: "With `fieldValidation=Strict` a write with an unknown field is rejected.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.strict-rejects-duplicate": {
    chapter: VALIDATION,
    statement: "With `fieldValidation=Strict` a write with a duplicate field is rejected.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.strict-code": {
    chapter: ERRORS,
    statement: "A create or update rejected by `fieldValidation=Strict` returns 400.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.strict-patch-code": {
    chapter: ERRORS,
    statement: "A patch rejected by `fieldValidation=Strict` returns 400.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.strict-names-all": {
    chapter: VALIDATION,
    statement: "The error of `fieldValidation=Strict` names every unknown and duplicate field.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.strict-changes-nothing": {
    chapter: VALIDATION,
    statement: "A write rejected by `fieldValidation=Strict` changes nothing.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.clean-accepted": {
    chapter: VALIDATION,
    statement: "A body with known fields only is accepted with `Ignore`, `Warn` and `Strict`.",
    level: "must",
  },
  "field-validation.clean-unwarned": {
    chapter: VALIDATION,
    statement:
      "A body with known fields only causes the same warnings with `Warn` as with `Ignore`.",
    level: "must",
  },
  "field-validation.json-patch-fields": {
    chapter: VALIDATION,
    statement: "Fields added by a JSON patch are validated like those of a complete object.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.yaml-fields": {
    chapter: VALIDATION,
    statement: "Fields of a YAML body are validated like those of a JSON body.",
    level: "convention",
    feature: "field-validation",
  },
  "field-validation.wrong-type-rejected": {
    chapter: VALIDATION,
    statement: "A value of a wrong type is rejected with every value of `fieldValidation`.",
    level: "must",
  },
  "field-validation.apply-wrong-type-rejected": {
    chapter: VALIDATION,
    statement: "An apply with a value of a wrong type is rejected.",
    level: "must",
    feature: "server-side-apply",
  },
  "field-validation.strategic-merge-wrong-type-rejected": {
    chapter: VALIDATION,
    statement: "A strategic merge patch with a value of a wrong type is rejected.",
    level: "must",
    feature: "strategic-merge-patch",
  },
  "field-validation.apply-integer-range-checked": {
    chapter: VALIDATION,
    statement: "An apply with a number that its integer type does not have is rejected.",
    level: "must",
    feature: "server-side-apply",
  },
  "field-validation.strategic-merge-integer-range-checked": {
    chapter: VALIDATION,
    statement:
      "A strategic merge patch with a number that its integer type does not have is rejected.",
    level: "must",
    feature: "strategic-merge-patch",
  },
  "field-validation.merge-key-wrong-type-rejected": {
    chapter: VALIDATION,
    statement: "A strategic merge patch with an object or a list as merge key is rejected.",
    level: "must",
    feature: "strategic-merge-patch",
  },
  "field-validation.status-wrong-type-rejected": {
    chapter: VALIDATION,
    statement: "A write to the status subresource with a value of a wrong type is rejected.",
    level: "must",
  },
  "field-validation.review-wrong-type-rejected": {
    chapter: VALIDATION,
    statement: "An access review with a value of a wrong type is rejected.",
    level: "must",
    feature: "reviews",
  },
  "field-validation.review-fields": {
    chapter: VALIDATION,
    statement:
      "Unknown and duplicate fields of an access review are dropped, with a warning or an error " +
      "if `fieldValidation` demands it.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.undocumented-type-rejected": {
    chapter: VALIDATION,
    statement:
      "A value that real servers consider wrong for a field whose type or form the specification " +
      "does not show is rejected.",
    level: "convention",
  },
  "field-validation.wrong-type-changes-nothing": {
    chapter: VALIDATION,
    statement: "A write rejected for a value of a wrong type changes nothing.",
    level: "must",
  },
  "field-validation.other-value-rejected": {
    chapter: VALIDATION,
    statement: "A `fieldValidation` other than `Ignore`, `Warn` and `Strict` is rejected.",
    level: "convention",
    feature: "field-validation",
  },
  "field-validation.required-deployment-selector": {
    chapter: DEPLOYMENT,
    statement: "A Deployment without `spec.selector` is rejected.",
    level: "must",
  },
  "field-validation.required-deployment-template": {
    chapter: DEPLOYMENT,
    statement: "A Deployment without `spec.template` is rejected.",
    level: "must",
  },
  "field-validation.required-role-binding-role-ref": {
    chapter: ROLES,
    statement: "A RoleBinding without `roleRef` is rejected.",
    level: "must",
  },
  "field-validation.required-cluster-role-binding-role-ref": {
    chapter: ROLES,
    statement: "A ClusterRoleBinding without `roleRef` is rejected.",
    level: "must",
  },
  "field-validation.required-role-ref-api-group": {
    chapter: ROLES,
    statement: "A `roleRef` without `apiGroup` is rejected.",
    level: "must",
  },
  "field-validation.required-role-ref-kind": {
    chapter: ROLES,
    statement: "A `roleRef` without `kind` is rejected.",
    level: "must",
  },
  "field-validation.required-role-ref-name": {
    chapter: ROLES,
    statement: "A `roleRef` without `name` is rejected.",
    level: "must",
  },
  "field-validation.required-subject-kind": {
    chapter: ROLES,
    statement: "A subject without `kind` is rejected.",
    level: "must",
  },
  "field-validation.required-subject-name": {
    chapter: ROLES,
    statement: "A subject without `name` is rejected.",
    level: "must",
  },
  "field-validation.required-policy-rule-verbs": {
    chapter: ROLES,
    statement: "A rule without `verbs` is rejected.",
    level: "must",
  },
  "field-validation.empty-required-rejected": {
    chapter: ROLES,
    statement: "An empty text or list in a required field of a role or binding is rejected.",
    level: "convention",
  },
  "field-validation.enabled-from-release-1-25": {
    chapter: VALIDATION,
    statement: "From release 1.25 field validation is enabled by default.",
    level: "must",
    unchecked:
      "Feature gates are not visible over HTTP; the suites detect the feature by requests.",
  },
} as const satisfies Readonly<Record<string, Requirement>>;
