/**
 * The requirements of the area `apply`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const APPLY = "Server-side apply";

/** The requirements by id. */
export const requirements = {
  "apply.creates": {
    chapter: APPLY,
    statement: "An apply to a name that does not exist creates the object.",
    level: "must",
  },
  "apply.accepts-yaml": {
    chapter: APPLY,
    statement: "The body of an apply may be YAML.",
    level: "must",
  },
  "apply.sets-applied-fields": {
    chapter: APPLY,
    statement: "An apply without conflicts sets its fields and needs no `resourceVersion`.",
    level: "must",
  },
  "apply.conflict-reported": {
    chapter: APPLY,
    statement: "An apply that changes the value of a field owned by another manager is rejected.",
    level: "must",
  },
  "apply.conflict-is-409": {
    chapter: APPLY,
    statement: "A conflict of an apply returns 409.",
    level: "convention",
  },
  "apply.every-conflict-reported": {
    chapter: APPLY,
    statement:
      "The Status of a conflict that has a cause for one of the conflicting fields has one for each.",
    level: "must",
  },
  "apply.conflict-names-fields": {
    chapter: APPLY,
    statement: "The Status of a conflict names a conflicting field in its causes.",
    level: "convention",
  },
  "apply.force-overrides": {
    chapter: APPLY,
    statement: "An apply with `force=true` sets the fields that conflict.",
    level: "must",
  },
  "apply.equal-values-share": {
    chapter: APPLY,
    statement: "An apply of the value that another manager applied is not a conflict.",
    level: "must",
  },
  "apply.shared-field-kept": {
    chapter: APPLY,
    statement:
      "A field that one of its owners no longer applies is kept while another manager owns it.",
    level: "must",
  },
  "apply.leaves-other-fields": {
    chapter: APPLY,
    statement: "An apply neither removes nor changes fields that its manager did not apply.",
    level: "must",
  },
  "apply.unapplied-field-removed": {
    chapter: APPLY,
    statement: "A field that its only owner no longer applies is removed.",
    level: "must",
  },
  "apply.owners-recorded": {
    chapter: APPLY,
    statement:
      "The field `managedFields` records the managers of each field, for applies and for other writes.",
    level: "convention",
  },
  "apply.fields-recorded": {
    chapter: "Common metadata facts",
    statement:
      "The entry of a manager in `managedFields` lists exactly the fields, keys and items that it applied or changed and that nobody has changed since.",
    level: "convention",
  },
  "apply.updates-never-conflict": {
    chapter: APPLY,
    statement:
      "A write other than an apply never conflicts and takes ownership of the fields it changes.",
    level: "convention",
  },
  "apply.manager-of-other-writes": {
    chapter: APPLY,
    statement:
      "The `fieldManager` of a create, update or patch owns the fields that the write sets, in an entry of operation `Update`.",
    level: "convention",
  },
  "apply.needs-manager": {
    chapter: APPLY,
    statement: "An apply without `fieldManager` is rejected.",
    level: "convention",
  },
  "apply.force-only-for-apply": {
    chapter: APPLY,
    statement: "The parameter `force` on a patch other than an apply is rejected.",
    level: "convention",
  },
  "apply.managed-fields-rejected": {
    chapter: APPLY,
    statement: "An apply whose body sets `managedFields` is rejected.",
    level: "convention",
  },
  "apply.name-matches-path": {
    chapter: APPLY,
    statement: "An apply whose body has another name or namespace than its path is rejected.",
    level: "convention",
  },
  "apply.name-needed-to-create": {
    chapter: APPLY,
    statement: "An apply that would create an object is rejected if its body has no name.",
    level: "convention",
  },
  "apply.type-needed": {
    chapter: APPLY,
    statement: "An apply whose body has no `apiVersion` or no `kind` is rejected.",
    level: "convention",
  },
  "apply.dry-run-changes-nothing": {
    chapter: APPLY,
    statement: "An apply with `dryRun=All` changes neither fields nor their owners.",
    level: "must",
    feature: "dry-run",
  },
  "apply.empty-entry-clears-managed-fields": {
    chapter: APPLY,
    statement:
      "A write other than an apply that sets `managedFields` to one empty entry clears all ownership.",
    level: "must",
  },
  "apply.empty-list-keeps-managed-fields": {
    chapter: APPLY,
    statement:
      "A write other than an apply that sets `managedFields` to an empty list keeps all ownership.",
    level: "must",
  },
  "apply.clearing-write-owns-its-changes": {
    chapter: APPLY,
    statement:
      "A write that clears ownership and changes fields becomes the owner of the changed fields.",
    level: "must",
  },
} as const satisfies Record<string, Requirement>;
