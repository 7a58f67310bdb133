/**
 * The validation that workloads with a label selector and a pod template share.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { asObject } from "../registry/resource.ts";
import { invalidCause, requiredCause } from "./field_causes.ts";
import { labelPredicate, validateSelector } from "./label_selector.ts";
import { type TemplateOptions, validatePodTemplate } from "./pod_template_rules.ts";
import { each, when } from "./rules.ts";

/** Returns the cause of a negative count. */
export const nonnegative = (value: Json | undefined, field: string): Cause[] =>
  Number(value ?? 0) >= 0 ? [] : [invalidCause(field, value, "must be greater than or equal to 0")];

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
  each(asObject(template.spec)?.volumes, "spec.template.spec.volumes", (volume, field) => {
    const disk = asObject(volume.gcePersistentDisk);
    const why = "must be true for replicated pods > 1";
    return when(
      disk !== undefined && disk.readOnly !== true,
      invalidCause(`${field}.gcePersistentDisk.readOnly`, false, why),
    );
  });

/** Validates the selector of a workload, which must match the pod template, and the template. */
export function validateSelection(
  spec: JsonObject,
  kind: string,
  options: TemplateOptions = {},
): Cause[] {
  const field = "spec.selector";
  const selector = asObject(spec.selector);
  const template = asObject(spec.template) ?? {};
  const wrongTemplate = [
    ...validatePodTemplate(template, "spec.template", options),
    ...(kind === "daemonset" || Number(spec.replicas ?? 1) > 1 ? writableDisks(template) : []),
  ];
  if (!selector) {
    const missing = requiredCause(field);
    return [missing, unselected(template), ...wrongTemplate];
  }
  const wrong = validateSelector(selector, field);
  if (isEmpty(selector)) {
    const why = `empty selector is invalid for ${kind}`;
    return [...wrong, invalidCause(field, selector, why), ...wrongTemplate];
  }
  // An invalid selector cannot be matched.
  if (wrong.length > 0) {
    const always = kind === "daemonset" ? wrongTemplate : [];
    return [...wrong, invalidCause(field, selector, "invalid label selector"), ...always];
  }
  return labelPredicate(selector)(labelsOf(template))
    ? wrongTemplate
    : [unselected(template), ...wrongTemplate];
}

const labelsOf = (template: JsonObject) =>
  (asObject(asObject(template.metadata)?.labels) ?? {}) as Readonly<Record<string, string>>;

const unselected = (template: JsonObject): Cause =>
  invalidCause(
    "spec.template.metadata.labels",
    labelsOf(template),
    "`selector` does not match template `labels`",
  );

const isEmpty = ({ matchLabels, matchExpressions }: JsonObject) =>
  Object.keys(asObject(matchLabels) ?? {}).length === 0 &&
  !(Array.isArray(matchExpressions) && matchExpressions.length > 0);
