/**
 * The requirements of the area `field-validation`.
 *
 * @module
 */
import { DEPLOYMENT, ERRORS, FIELD_VALIDATION, RBAC } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [FIELD_VALIDATION.must, {
    "field-validation.unknown-dropped":
      "A field that is not in the schema is dropped and never returned.",
    "field-validation.duplicate-dropped":
      "Of the values of a duplicate field one is stored and the others are dropped.",
    "field-validation.status-fields":
      "Fields of a write to the status subresource are validated like those of a complete object.",
    "field-validation.strategic-merge-fields":
      "Fields of a strategic merge patch are validated like those of a complete object.",
    "field-validation.apply-duplicate-fields":
      "Duplicate fields of an apply are dropped, with a warning or an error if `fieldValidation` demands it.",
    "field-validation.apply-unknown-fields":
      "Unknown fields of an apply are dropped, with a warning or an error if `fieldValidation` demands it.",
    "field-validation.warn-one-each":
      "With `fieldValidation=Warn` the `Warning` header has one item per dropped field.",
  }, { feature: "field-validation" }],
  [FIELD_VALIDATION.must, {
    "field-validation.other-fields-kept":
      "Only unknown and duplicate fields are dropped: all other fields are stored as sent.",
  }, { feature: "field-validation", harm: "data-loss" }],
  [FIELD_VALIDATION.must, {
    "field-validation.ignore-accepts":
      "With `fieldValidation=Ignore` a body with unknown or duplicate fields is accepted.",
    "field-validation.warn-accepts":
      "With `fieldValidation=Warn` a body with unknown or duplicate fields is accepted.",
  }, { feature: "field-validation", harm: "availability" }],
  [FIELD_VALIDATION.must, {
    "field-validation.ignore-silent":
      "With `fieldValidation=Ignore` dropped fields cause no warning.",
  }, { feature: "field-validation", harm: "detail" }],
  [ERRORS.must, {
    "field-validation.warning-well-formed":
      "An item of the `Warning` header is a three-digit code, an agent and a quoted text.",
  }, { feature: "field-validation", harm: "detail" }],
  [FIELD_VALIDATION.convention, {
    "field-validation.warning-names-field":
      "The `Warning` item for a dropped field contains the name of the field.",
  }, { feature: "field-validation", harm: "detail" }],
  [FIELD_VALIDATION.must, {
    "field-validation.default-is-warn": "The default of `fieldValidation` is `Warn`.",
    "field-validation.strict-rejects-unknown":
      "With `fieldValidation=Strict` a write with an unknown field is rejected.",
    "field-validation.strict-rejects-duplicate":
      "With `fieldValidation=Strict` a write with a duplicate field is rejected.",
  }, { feature: "field-validation" }],
  [ERRORS.must, {
    "field-validation.strict-code":
      "A create or update rejected by `fieldValidation=Strict` returns 400.",
    "field-validation.strict-patch-code":
      "A patch rejected by `fieldValidation=Strict` returns 400.",
  }, { feature: "field-validation", harm: "detail" }],
  [FIELD_VALIDATION.must, {
    "field-validation.strict-names-all":
      "The error of `fieldValidation=Strict` names every unknown and duplicate field.",
  }, { feature: "field-validation", harm: "detail" }],
  [FIELD_VALIDATION.must, {
    "field-validation.strict-changes-nothing":
      "A write rejected by `fieldValidation=Strict` changes nothing.",
  }, { feature: "field-validation", harm: "data-loss" }],
  [FIELD_VALIDATION.must, {
    "field-validation.clean-accepted":
      "A body with known fields only is accepted with `Ignore`, `Warn` and `Strict`.",
  }, { harm: "availability" }],
  [FIELD_VALIDATION.must, {
    "field-validation.clean-unwarned":
      "A body with known fields only causes the same warnings with `Warn` as with `Ignore`.",
  }, { harm: "detail" }],
  [FIELD_VALIDATION.must, {
    "field-validation.json-patch-fields":
      "Fields added by a JSON patch are validated like those of a complete object.",
  }, { feature: "field-validation" }],
  [FIELD_VALIDATION.convention, {
    "field-validation.yaml-fields":
      "Fields of a YAML body are validated like those of a JSON body.",
  }, { feature: "field-validation" }],
  [FIELD_VALIDATION.must, {
    "field-validation.wrong-type-rejected":
      "A value of a wrong type is rejected with every value of `fieldValidation`.",
  }, { harm: "data-loss" }],
  [FIELD_VALIDATION.must, {
    "field-validation.apply-wrong-type-rejected":
      "An apply with a value of a wrong type is rejected.",
  }, { feature: "server-side-apply", harm: "data-loss" }],
  [FIELD_VALIDATION.must, {
    "field-validation.strategic-merge-wrong-type-rejected":
      "A strategic merge patch with a value of a wrong type is rejected.",
  }, { feature: "strategic-merge-patch", harm: "data-loss" }],
  [FIELD_VALIDATION.must, {
    "field-validation.apply-integer-range-checked":
      "An apply with a number that its integer type does not have is rejected.",
  }, { feature: "server-side-apply", harm: "data-loss" }],
  [FIELD_VALIDATION.must, {
    "field-validation.strategic-merge-integer-range-checked":
      "A strategic merge patch with a number that its integer type does not have is rejected.",
  }, { feature: "strategic-merge-patch", harm: "data-loss" }],
  [FIELD_VALIDATION.must, {
    "field-validation.merge-key-wrong-type-rejected":
      "A strategic merge patch with an object or a list as merge key is rejected.",
  }, { feature: "strategic-merge-patch", harm: "availability" }],
  [FIELD_VALIDATION.must, {
    "field-validation.status-wrong-type-rejected":
      "A write to the status subresource with a value of a wrong type is rejected.",
  }, { harm: "data-loss" }],
  [FIELD_VALIDATION.must, {
    "field-validation.review-wrong-type-rejected":
      "An access review with a value of a wrong type is rejected.",
  }, { feature: "reviews" }],
  [FIELD_VALIDATION.must, {
    "field-validation.review-fields":
      "Unknown and duplicate fields of an access review are dropped, with a warning or an error if `fieldValidation` demands it.",
  }, { feature: "field-validation" }],
  [FIELD_VALIDATION.convention, {
    "field-validation.undocumented-type-rejected":
      "A value that real servers consider wrong for a field whose type or form the specification does not show is rejected.",
  }],
  [FIELD_VALIDATION.must, {
    "field-validation.wrong-type-changes-nothing":
      "A write rejected for a value of a wrong type changes nothing.",
  }, { harm: "data-loss" }],
  [FIELD_VALIDATION.convention, {
    "field-validation.other-value-rejected":
      "A `fieldValidation` other than `Ignore`, `Warn` and `Strict` is rejected.",
  }, { feature: "field-validation", harm: "detail" }],
  [DEPLOYMENT.must, {
    "field-validation.required-deployment-selector":
      "A Deployment without `spec.selector` is rejected.",
    "field-validation.required-deployment-template":
      "A Deployment without `spec.template` is rejected.",
  }],
  [RBAC.must, {
    "field-validation.required-role-binding-role-ref":
      "A RoleBinding without `roleRef` is rejected.",
    "field-validation.required-cluster-role-binding-role-ref":
      "A ClusterRoleBinding without `roleRef` is rejected.",
    "field-validation.required-role-ref-api-group": "A `roleRef` without `apiGroup` is rejected.",
    "field-validation.required-role-ref-kind": "A `roleRef` without `kind` is rejected.",
    "field-validation.required-role-ref-name": "A `roleRef` without `name` is rejected.",
    "field-validation.required-subject-kind": "A subject without `kind` is rejected.",
    "field-validation.required-subject-name": "A subject without `name` is rejected.",
    "field-validation.required-policy-rule-verbs": "A rule without `verbs` is rejected.",
  }],
  [RBAC.convention, {
    "field-validation.empty-required-rejected":
      "An empty text or list in a required field of a role or binding is rejected.",
  }],
  [FIELD_VALIDATION.must, {
    "field-validation.enabled-from-release-1-25":
      "From release 1.25 field validation is enabled by default.",
  }, {
    harm: "detail",
    unchecked:
      "Feature gates are not visible over HTTP; the suites detect the feature by requests.",
  }],
] as const satisfies readonly RequirementGroup[];
