/**
 * What a Deployment's status may say (interface, "DeploymentStatus").
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import { asObject } from "../registry/resource.ts";
import { nonnegative } from "./deployment_rules.ts";
import { invalidCause, unsupportedCause } from "./field_causes.ts";

const COUNTS = [
  "observedGeneration",
  "replicas",
  "updatedReplicas",
  "readyReplicas",
  "availableReplicas",
  "unavailableReplicas",
  "collisionCount",
];

/** Pairs of counts of which the first counts some of the second. */
const PARTS = [
  ["updatedReplicas", "replicas"],
  ["readyReplicas", "replicas"],
  ["availableReplicas", "replicas"],
  ["availableReplicas", "readyReplicas"],
] as const;

/** What is wrong with a status. */
export function validateStatus(object: ApiObject): Cause[] {
  const status = asObject(object.status) ?? {};
  return [
    ...COUNTS.flatMap((field) => nonnegative(status[field], `status.${field}`)),
    ...PARTS.flatMap(([part, whole]) =>
      Number(status[part] ?? 0) > Number(status[whole] ?? 0)
        ? [invalidCause(`status.${part}`, status[part], `cannot be greater than status.${whole}`)]
        : []
    ),
    ...validateConditions(status),
  ];
}

/** What is wrong with the step from the old status: collisions are not forgotten. */
export function validateStatusUpdate(object: ApiObject, old: ApiObject): Cause[] {
  const [now, before] = [object, old].map(({ status }) => asObject(status)?.collisionCount);
  if (before === undefined || Number(now ?? -1) >= Number(before)) return [];
  return [invalidCause("status.collisionCount", now ?? 0, "cannot be decremented")];
}

const CONDITION_STATUSES: readonly unknown[] = ["True", "False", "Unknown"];

/** Each condition's status is one of three words. */
function validateConditions({ conditions }: JsonObject): Cause[] {
  if (!Array.isArray(conditions)) return [];
  return conditions.flatMap((condition, index): Cause[] => {
    const word = asObject(condition)?.status;
    const field = `status.conditions[${index}].status`;
    return CONDITION_STATUSES.includes(word)
      ? []
      : [unsupportedCause(field, word, CONDITION_STATUSES as string[])];
  });
}
