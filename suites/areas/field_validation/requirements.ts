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

/** Statements by id. */
export const fieldValidation = {
  "field-validation.unknown-dropped": {
    chapter: VALIDATION,
    statement: "A field that the schema does not have is dropped: no answer shows it again.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.rest-kept": {
    chapter: VALIDATION,
    statement: "Only what is unknown or twice is dropped: the other fields are written as sent.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.ignore-accepts": {
    chapter: VALIDATION,
    statement: "Ignore accepts a body with unknown or duplicate fields.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.ignore-silent": {
    chapter: VALIDATION,
    statement: "Ignore warns of no field that it drops.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.warn-accepts": {
    chapter: VALIDATION,
    statement: "Warn accepts a body with unknown or duplicate fields.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.warn-one-each": {
    chapter: VALIDATION,
    statement: "Warn adds one item to the Warning header for each field that it drops.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.warning-well-formed": {
    chapter: ERRORS,
    statement: "A Warning item is a code of three digits, an agent and a quoted text.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.warning-names-field": {
    chapter: VALIDATION,
    statement: "The Warning item for a dropped field says its name.",
    level: "convention",
    feature: "field-validation",
  },
  "field-validation.default-is-warn": {
    chapter: VALIDATION,
    statement: "Without the parameter the server does as Warn says.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.strict-refuses-unknown": {
    chapter: VALIDATION,
    statement: "Strict refuses a write with an unknown field.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.strict-refuses-duplicate": {
    chapter: VALIDATION,
    statement: "Strict refuses a write with a duplicate field.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.strict-code": {
    chapter: ERRORS,
    statement: "What Strict refuses of a create or an update is answered 400.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.strict-patch-code": {
    chapter: ERRORS,
    statement: "What Strict refuses of a patch is answered 400.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.strict-names-all": {
    chapter: VALIDATION,
    statement: "What Strict answers names every unknown and every duplicate field.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.strict-changes-nothing": {
    chapter: VALIDATION,
    statement: "What Strict refuses leaves no trace.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.clean-accepted": {
    chapter: VALIDATION,
    statement: "A body of known fields is accepted under Ignore, Warn and Strict alike.",
    level: "must",
  },
  "field-validation.clean-unwarned": {
    chapter: VALIDATION,
    statement: "Warn warns of no more than Ignore where no field is dropped.",
    level: "must",
  },
  "field-validation.json-patch-fields": {
    chapter: VALIDATION,
    statement: "Fields that a JSON patch adds are validated as those of a whole body.",
    level: "must",
    feature: "field-validation",
  },
  "field-validation.yaml-fields": {
    chapter: VALIDATION,
    statement: "Fields of a body in YAML are validated as those of one in JSON.",
    level: "convention",
    feature: "field-validation",
  },
  "field-validation.wrong-type-refused": {
    chapter: VALIDATION,
    statement: "A field of another type than its own is refused, whatever fieldValidation says.",
    level: "must",
  },
  "field-validation.other-value-refused": {
    chapter: VALIDATION,
    statement: "A fieldValidation other than Ignore, Warn and Strict is refused.",
    level: "convention",
    feature: "field-validation",
  },
  "field-validation.required-deployment-selector": {
    chapter: DEPLOYMENT,
    statement: "A deployment without a selector is refused.",
    level: "must",
  },
  "field-validation.required-deployment-template": {
    chapter: DEPLOYMENT,
    statement: "A deployment without a pod template is refused.",
    level: "must",
  },
  "field-validation.required-role-binding-role-ref": {
    chapter: ROLES,
    statement: "A role binding without a roleRef is refused.",
    level: "must",
  },
  "field-validation.required-cluster-role-binding-role-ref": {
    chapter: ROLES,
    statement: "A cluster role binding without a roleRef is refused.",
    level: "must",
  },
  "field-validation.required-role-ref-api-group": {
    chapter: ROLES,
    statement: "A roleRef without an apiGroup is refused, or given the only one there is.",
    level: "must",
  },
  "field-validation.required-role-ref-kind": {
    chapter: ROLES,
    statement: "A roleRef without a kind is refused.",
    level: "must",
  },
  "field-validation.required-role-ref-name": {
    chapter: ROLES,
    statement: "A roleRef without a name is refused.",
    level: "must",
  },
  "field-validation.required-subject-kind": {
    chapter: ROLES,
    statement: "A subject without a kind is refused.",
    level: "must",
  },
  "field-validation.required-subject-name": {
    chapter: ROLES,
    statement: "A subject without a name is refused.",
    level: "must",
  },
  "field-validation.required-policy-rule-verbs": {
    chapter: ROLES,
    statement: "A policy rule without verbs is refused.",
    level: "must",
  },
  "field-validation.on-from-release-1-25": {
    chapter: VALIDATION,
    statement: "From release 1.25 the feature is on unless it is switched off.",
    level: "must",
    unchecked: "Releases and switches cannot be seen over HTTP: what is on is found out by asking.",
  },
} as const satisfies Readonly<Record<string, Requirement>>;
