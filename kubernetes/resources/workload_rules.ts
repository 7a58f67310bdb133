/**
 * The validation that workloads with a pod template share.
 *
 * @module
 */
import type { ApiObject, Cause, Json, JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { invalidCause, nonnegative, type TemplateRules } from "@plumbline/server/rules";
import { type TemplateOptions, validatePodTemplate } from "./pod_template_rules.ts";
import { alwaysInvalid, each, fields } from "@plumbline/server/fields";

/** Returns the causes of counts in a status that are negative or exceed others. */
export const statusCounts = (
  status: JsonObject,
  counts: readonly string[],
  parts: readonly (readonly [part: string, whole: string])[],
): Cause[] => [
  ...counts.flatMap((field) => nonnegative(status[field], `status.${field}`)),
  ...parts.flatMap(([part, whole]) =>
    Number(status[part] ?? 0) > Number(status[whole] ?? 0)
      ? [invalidCause(`status.${part}`, status[part], `cannot be greater than status.${whole}`)]
      : []
  ),
];

/** Returns the cause of a count of collisions that decreases. */
export function collisions(object: ApiObject, old: ApiObject): Cause[] {
  const [now, before] = [object, old].map(({ status }) => asObject(status)?.collisionCount);
  if (before === undefined || Number(now ?? -1) >= Number(before)) return [];
  return [invalidCause("status.collisionCount", now ?? 0, "cannot be decremented")];
}

const isPercentage = (value: Json | undefined): value is string =>
  typeof value === "string" && /^[0-9]+%$/.test(value);

/** Returns the number of a count or a percentage. */
export const shareOf = (value: Json | undefined): number =>
  isPercentage(value) ? Number(value.slice(0, -1)) : Number(value ?? 0) || 0;

/** Validates a count or a percentage of at most 100. */
export function validateShare(value: Json | undefined, field: string): Cause[] {
  if (typeof value !== "string") return nonnegative(value, field);
  if (!isPercentage(value)) {
    return [invalidCause(field, value, "must be a whole number or a percentage such as 5%")];
  }
  return shareOf(value) <= 100 ? [] : [invalidCause(field, value, "must not exceed 100%")];
}

/** Returns the causes of disks that several pods cannot write. */
export const writableDisks = (template: JsonObject): Cause[] =>
  fields({ spec: fields({ volumes: each(fields({ gcePersistentDisk: readOnlyDisk })) }) })(
    template,
    "spec.template",
  );

const readOnlyDisk = fields(({ readOnly }) => ({
  readOnly: readOnly !== true && alwaysInvalid("must be true for replicated pods > 1", false),
}));

/** Returns the rules of the pod template of a workload, for `validateSelection`. */
export const podTemplateRules =
  (options: TemplateOptions = {}): TemplateRules => (template, isReplicated) => [
    ...validatePodTemplate(template, "spec.template", options),
    ...(isReplicated ? writableDisks(template) : []),
  ];
