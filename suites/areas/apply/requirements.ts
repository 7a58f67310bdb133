/**
 * The requirements of the area `apply`.
 *
 * @module
 */
import { APPLY, METADATA } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [APPLY.must, {
    "apply.creates": "An apply to a name that does not exist creates the object.",
    "apply.accepts-yaml": "The body of an apply may be YAML.",
  }, { harm: "availability" }],
  [APPLY.must, {
    "apply.sets-applied-fields":
      "An apply without conflicts sets its fields and needs no `resourceVersion`.",
    "apply.conflict-reported":
      "An apply that changes the value of a field owned by another manager is rejected.",
  }, { harm: "data-loss" }],
  [APPLY.convention, {
    "apply.conflict-is-409": "A conflict of an apply returns 409.",
  }],
  [APPLY.must, {
    "apply.every-conflict-reported":
      "The Status of a conflict that has a cause for one of the conflicting fields has one for each.",
  }],
  [APPLY.convention, {
    "apply.conflict-names-fields":
      "The Status of a conflict names a conflicting field in its causes.",
  }],
  [APPLY.must, {
    "apply.force-overrides": "An apply with `force=true` sets the fields that conflict.",
    "apply.shared-field-kept":
      "A field that one of its owners no longer applies is kept while another manager owns it.",
    "apply.leaves-other-fields":
      "An apply neither removes nor changes fields that its manager did not apply.",
    "apply.unapplied-field-removed": "A field that its only owner no longer applies is removed.",
  }, { harm: "data-loss" }],
  [APPLY.must, {
    "apply.equal-values-share":
      "An apply of the value that another manager applied is not a conflict.",
  }, { harm: "availability" }],
  [APPLY.convention, {
    "apply.owners-recorded":
      "The field `managedFields` records the managers of each field, for applies and for other writes.",
  }, { harm: "data-loss" }],
  [METADATA.convention, {
    "apply.fields-recorded":
      "The entry of a manager in `managedFields` lists exactly the fields, keys and items that it applied or changed and that nobody has changed since.",
  }, { harm: "data-loss" }],
  [APPLY.convention, {
    "apply.updates-never-conflict":
      "A write other than an apply never conflicts and takes ownership of the fields it changes.",
    "apply.name-matches-path":
      "An apply whose body has another name or namespace than its path is rejected.",
  }, { harm: "data-loss" }],
  [APPLY.convention, {
    "apply.manager-of-other-writes":
      "The `fieldManager` of a create, update or patch owns the fields that the write sets, in an entry of operation `Update`.",
    "apply.manager-of-status-writes":
      "The parameter `fieldManager` of a write of `status` names the owner of the fields of `status` that it sets.",
    "apply.needs-manager": "An apply without `fieldManager` is rejected.",
  }],
  [APPLY.convention, {
    "apply.force-only-for-apply":
      "The parameter `force` on a patch other than an apply is rejected.",
    "apply.managed-fields-rejected": "An apply whose body sets `managedFields` is rejected.",
    "apply.name-needed-to-create":
      "An apply that would create an object is rejected if its body has no name.",
    "apply.type-needed": "An apply whose body has no `apiVersion` or no `kind` is rejected.",
  }, { harm: "detail" }],
  [APPLY.must, {
    "apply.dry-run-changes-nothing":
      "An apply with `dryRun=All` changes neither fields nor their owners.",
  }, { feature: "dry-run", harm: "data-loss" }],
  [APPLY.must, {
    "apply.empty-entry-clears-managed-fields":
      "A write other than an apply that sets `managedFields` to one empty entry clears all ownership.",
    "apply.clearing-write-owns-its-changes":
      "A write that clears ownership and changes fields becomes the owner of the changed fields.",
  }],
  [APPLY.must, {
    "apply.empty-list-keeps-managed-fields":
      "A write other than an apply that sets `managedFields` to an empty list keeps all ownership.",
  }, { harm: "data-loss" }],
] as const satisfies readonly RequirementGroup[];
