/**
 * The requirements of the area `apply`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const APPLY = "Server-side apply";

/** Statements by id. */
export const apply = {
  "apply.creates": {
    chapter: APPLY,
    statement: "An apply to a name that is not there makes the object.",
    level: "must",
  },
  "apply.takes-yaml": {
    chapter: APPLY,
    statement: "An apply may be written in YAML.",
    level: "must",
  },
  "apply.sets-what-it-says": {
    chapter: APPLY,
    statement: "An apply that meets no conflict sets its fields, without naming a version.",
    level: "must",
  },
  "apply.conflict-reported": {
    chapter: APPLY,
    statement: "An apply of another value for a field that another applier owns is refused.",
    level: "must",
  },
  "apply.conflict-is-409": {
    chapter: APPLY,
    statement: "A conflict of an apply is answered 409.",
    level: "convention",
  },
  "apply.force-overrides": {
    chapter: APPLY,
    statement: "An apply with force sets the fields it has conflicts over.",
    level: "must",
  },
  "apply.equal-values-share": {
    chapter: APPLY,
    statement: "An apply of the value that another applier set is no conflict.",
    level: "must",
  },
  "apply.handed-over-stays": {
    chapter: APPLY,
    statement: "A field that one of its owners no longer applies stays while another owns it.",
    level: "must",
  },
  "apply.keeps-what-others-own": {
    chapter: APPLY,
    statement: "An apply removes and changes no field that its manager did not apply.",
    level: "must",
  },
  "apply.given-up-is-removed": {
    chapter: APPLY,
    statement: "A field that its only owner no longer applies is removed.",
    level: "convention",
  },
  "apply.owners-recorded": {
    chapter: APPLY,
    statement:
      "The records in managedFields name each field's managers, of applies and of other writes.",
    level: "convention",
  },
  "apply.updates-meet-no-conflict": {
    chapter: APPLY,
    statement: "A write that is no apply takes the fields it changes from whoever owns them.",
    level: "convention",
  },
  "apply.needs-manager": {
    chapter: APPLY,
    statement: "An apply without a fieldManager is refused.",
    level: "convention",
  },
  "apply.force-is-for-apply": {
    chapter: APPLY,
    statement: "A patch other than an apply refuses force.",
    level: "convention",
  },
  "apply.records-are-not-applied": {
    chapter: APPLY,
    statement: "An apply that sets managedFields is refused.",
    level: "convention",
  },
  "apply.name-agrees": {
    chapter: APPLY,
    statement: "An apply whose body bears another name is refused.",
    level: "convention",
  },
  "apply.dry-run-leaves-no-trace": {
    chapter: APPLY,
    statement: "A dry apply changes neither fields nor owners.",
    level: "must",
    feature: "dry-run",
  },
  "apply.one-empty-entry-clears": {
    chapter: APPLY,
    statement: "A non-apply write with one empty entry in managedFields clears the records.",
    level: "must",
  },
  "apply.empty-list-keeps": {
    chapter: APPLY,
    statement: "A non-apply write with an empty list of managedFields keeps the records.",
    level: "must",
  },
  "apply.clearing-writer-owns-its-changes": {
    chapter: APPLY,
    statement: "A write that clears the records and changes fields owns what it changed.",
    level: "must",
  },
} as const satisfies Record<string, Requirement>;
