/**
 * PodDisruptionBudgets. Nothing counts the pods here.
 *
 * @module
 */
import type { ResourceDefinition } from "../registry/resource.ts";
import { at, integer, text } from "./columns.ts";
import { defineKind } from "./define_kind.ts";
import { invalidCause } from "./field_causes.ts";

/** The resource `poddisruptionbudgets`. */
export const podDisruptionBudgets: ResourceDefinition = defineKind({
  group: "policy",
  kind: "PodDisruptionBudget",
  needsVersion: true,
  shortNames: ["pdb"],
  countsGeneration: true,
  newStatus: () => ({
    disruptionsAllowed: 0,
    currentHealthy: 0,
    desiredHealthy: 0,
    expectedPods: 0,
  }),
  cells: [
    text("Min Available", "spec.minAvailable", "N/A"),
    text("Max Unavailable", "spec.maxUnavailable", "N/A"),
    integer("Allowed Disruptions", "status.disruptionsAllowed"),
  ],
  validate: (budget) =>
    ["minAvailable", "maxUnavailable"].every((field) => at(budget, `spec.${field}`) !== undefined)
      ? [
        invalidCause(
          "spec",
          budget.spec ?? {},
          "minAvailable and maxUnavailable cannot be both set",
        ),
      ]
      : [],
});
