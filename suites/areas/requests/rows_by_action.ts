/**
 * The list of the checks, with the requirements that each action is about.
 *
 * @module
 */
import type { RequirementId } from "../../catalogue.ts";
import type { Check } from "../../check.ts";
import { runCollection } from "./collections.ts";
import { rowsOf } from "./rows.ts";

const WRITES: readonly RequirementId[] = [
  "requests.answer-is-result",
  "requests.write-takes-effect",
  "requests.body-refused",
  "requests.wrong-type-refused",
  "requests.place-refused",
  "requests.strict-refused",
];

const DROPPING: readonly RequirementId[] = [
  "requests.field-dropped",
  "requests.dropped-with-warning",
];

const CHANGES: readonly RequirementId[] = [
  ...WRITES,
  "requests.terminating-accepts-writes",
  "requests.identity-kept",
  "requests.version-changes",
  "requests.generation",
  "requests.precondition-refused",
];

const PATCHES: readonly RequirementId[] = [
  ...CHANGES,
  ...DROPPING,
  "requests.unchanged-keeps-version",
  "requests.missing-field-refused",
  "requests.absent-refused",
];

const STATUS_WRITES: readonly RequirementId[] = [
  ...CHANGES,
  ...DROPPING,
  "requests.unchanged-keeps-version",
  "requests.absent-refused",
  "requests.status-only",
  "requests.status-written",
];

/** The checks. */
export const ROWS: readonly Check[] = [
  rowsOf("create", "Creates have the outcome that their body and parameters permit", [
    ...WRITES,
    ...DROPPING,
    "requests.missing-field-refused",
    "requests.strict-code",
    "requests.name-taken",
    "requests.new-identity",
  ]),
  rowsOf("update", "Updates have the outcome that their body and parameters permit", [
    ...PATCHES,
    "requests.strict-code",
  ]),
  rowsOf("merge-patch", "Merge patches have the outcome that they and the object permit", PATCHES),
  rowsOf("json-patch", "JSON patches have the outcome that they and the object permit", PATCHES),
  rowsOf(
    "strategic-merge-patch",
    "Strategic merge patches have the outcome that they and the object permit",
    PATCHES,
  ),
  rowsOf("apply", "Applies have the outcome that their body and the object permit", [
    ...CHANGES,
    "requests.missing-field-refused",
    "requests.conflict-refused",
    "requests.manager-required",
    "requests.new-identity",
  ]),
  rowsOf("delete", "Deletes have the outcome that their options and the object permit", [
    "requests.delete-removes",
    "requests.delete-waits",
    "requests.precondition-refused",
    "requests.absent-refused",
    "requests.options-refused",
  ]),
  rowsOf(
    "deletecollection",
    "Deletes of a collection have the outcome that their selectors and options permit",
    [
      "requests.collection-deletes-selected",
      "requests.collection-spares-others",
      "requests.collection-limit",
      "requests.delete-waits",
      "requests.options-refused",
    ],
    runCollection,
  ),
  rowsOf(
    "update-status",
    "Updates of `/status` have the outcome that they and the object permit",
    STATUS_WRITES,
  ),
  rowsOf(
    "patch-status",
    "Patches of `/status` have the outcome that they and the object permit",
    STATUS_WRITES,
  ),
];
