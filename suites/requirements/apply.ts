/**
 * The requirements of the area `apply`.
 *
 * @module
 */
import type { Requirement } from "./requirement.ts";

const APPLY = "Server-side apply";

const must = (statement: string) => ({ chapter: APPLY, statement, level: "must" }) as const;
const convention = (statement: string) =>
  ({ chapter: APPLY, statement, level: "convention" }) as const;

/** Statements by id. */
export const apply = {
  "apply.creates": must("An apply to a name that is not there makes the object."),
  "apply.takes-yaml": must("An apply may be written in YAML."),
  "apply.sets-what-it-says": must(
    "An apply that meets no conflict sets its fields, without naming a version.",
  ),
  "apply.conflict-reported": must(
    "An apply of another value for a field that another applier owns is refused.",
  ),
  "apply.conflict-is-409": convention("A conflict of an apply is answered 409."),
  "apply.force-overrides": must("An apply with force sets the fields it has conflicts over."),
  "apply.equal-values-share": must(
    "An apply of the value that another applier set is no conflict.",
  ),
  "apply.handed-over-stays": must(
    "A field that one of its owners no longer applies stays while another owns it.",
  ),
  "apply.keeps-what-others-own": must(
    "An apply removes and changes no field that its manager did not apply.",
  ),
  "apply.given-up-is-removed": convention(
    "A field that its only owner no longer applies is removed.",
  ),
  "apply.owners-recorded": convention(
    "The records in managedFields name each field's managers, of applies and of other writes.",
  ),
  "apply.updates-meet-no-conflict": convention(
    "A write that is no apply takes the fields it changes from whoever owns them.",
  ),
  "apply.needs-manager": convention("An apply without a fieldManager is refused."),
  "apply.force-is-for-apply": convention("A patch other than an apply refuses force."),
  "apply.records-are-not-applied": convention("An apply that sets managedFields is refused."),
  "apply.name-agrees": convention("An apply whose body bears another name is refused."),
  "apply.dry-run-leaves-no-trace": must("A dry apply changes neither fields nor owners."),
  "apply.one-empty-entry-clears": must(
    "A non-apply write with one empty entry in managedFields clears the records.",
  ),
  "apply.empty-list-keeps": must(
    "A non-apply write with an empty list of managedFields keeps the records.",
  ),
  "apply.clearing-writer-owns-its-changes": must(
    "A write that clears the records and changes fields owns what it changed.",
  ),
} as const satisfies Record<string, Requirement>;
