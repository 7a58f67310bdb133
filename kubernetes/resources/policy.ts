/**
 * PodDisruptionBudgets. Nothing counts the pods here.
 *
 * @module
 */
import { type ApiObject, equal } from "@plumbline/server/api";
import {
  asObject,
  defineKind,
  integer,
  type ResourceDefinition,
  text,
} from "@plumbline/server/resources";
import { invalidCause, validateSelector, when } from "@plumbline/server/rules";
import { validateConditions } from "./networking_rules.ts";
import { fields, maybe, oneOf } from "@plumbline/server/fields";
import { statusCounts, validateShare } from "./workload_rules.ts";

/** The resource `poddisruptionbudgets`. */
export const podDisruptionBudgets: ResourceDefinition = defineKind({
  group: "policy",
  kind: "PodDisruptionBudget",
  needsVersion: true,
  // Real servers validate its metadata no further.
  nameRule: "path segment",
  takesAnyFinalizer: true,
  validatesMetadataLast: true,
  shortNames: ["pdb"],
  countsGeneration: true,
  status: {
    initial: () => ({
      disruptionsAllowed: 0,
      currentHealthy: 0,
      desiredHealthy: 0,
      expectedPods: 0,
    }),
    validate: (budget) => [
      ...validateConditions(budget),
      ...statusCounts(asObject(budget.status) ?? {}, COUNTS, []),
    ],
  },
  cells: [
    text("Min Available", "spec.minAvailable", "N/A"),
    text("Max Unavailable", "spec.maxUnavailable", "N/A"),
    integer("Allowed Disruptions", "status.disruptionsAllowed"),
  ],
  prepareForCreate: dropEvictionPolicy,
  prepareForUpdate(budget, old) {
    const isSent = asObject(budget.spec)?.unhealthyPodEvictionPolicy !== undefined;
    dropEvictionPolicy(budget);
    // The field counts as a change before it is dropped.
    if (isSent && equal(budget.spec, old.spec)) {
      budget.metadata.generation = (old.metadata.generation ?? 0) + 1;
    }
  },
  reportsMissingFields: true,
  validate: (budget) => {
    const spec = asObject(budget.spec) ?? {};
    const { minAvailable, maxUnavailable } = spec;
    const both = minAvailable !== undefined && maxUnavailable !== undefined;
    return [
      ...when(
        both,
        invalidCause("spec", budget.spec, "minAvailable and maxUnavailable cannot be both set"),
      ),
      ...fields({
        minAvailable: validateShare,
        maxUnavailable: validateShare,
        selector: validateSelector,
        unhealthyPodEvictionPolicy: maybe(oneOf(...POLICIES)),
      })(spec, "spec"),
    ];
  },
});

/** Drops the field of a feature that is off by default. */
function dropEvictionPolicy(budget: ApiObject): void {
  const { unhealthyPodEvictionPolicy: _, ...spec } = asObject(budget.spec) ?? {};
  budget.spec = spec;
}

const POLICIES = ["AlwaysAllow", "IfHealthyBudget"];
const COUNTS = ["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"];
